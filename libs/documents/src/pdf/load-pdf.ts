import { GlobalWorkerOptions, PDFWorker, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

interface TrustedTypesWindow {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string } };
}

/** The one script address this page may start a worker from; the portals' CSP allows this policy by name. */
const trustedWorkerUrl = (): string => {
  const { trustedTypes } = window as TrustedTypesWindow;
  if (!trustedTypes) return workerUrl;
  return trustedTypes
    .createPolicy('konsil-pdf', {
      createScriptURL: (url) => {
        if (url !== workerUrl) throw new TypeError('not the PDF worker');
        return url;
      },
    })
    .createScriptURL(workerUrl);
};

let pdfWorker: PDFWorker | undefined;
const sharedWorker = (): PDFWorker => {
  GlobalWorkerOptions.workerSrc = workerUrl;
  // The types of pdf.js know this port as null only.
  pdfWorker ??= new PDFWorker({ port: new Worker(trustedWorkerUrl(), { type: 'module' }) as unknown as null });
  return pdfWorker;
};

/**
 * Opens a PDF that was already fetched. Scripts, forms and links inside it are never run.
 * @param bytes the whole file; handed over to the worker
 * @returns the loading task: `promise` gives the document, `destroy()` frees it
 */
export const loadPdf = (bytes: Uint8Array) =>
  getDocument({ data: bytes, worker: sharedWorker(), isEvalSupported: false, enableXfa: false, useWorkerFetch: false, useWasm: false });
