// @bundle route
import { trustedScript } from '@konsil/api/trusted-script';
import type { ReopenStrictly } from '@konsil/contracts/pdf-drawn';
// The legacy build: the default one needs a browser of the last months, and people keep their phones for years.
import {
  GlobalWorkerOptions,
  PDFWorker,
  getDocument,
  version,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

let pdfWorker: PDFWorker | undefined;
const sharedWorker = (): PDFWorker => {
  GlobalWorkerOptions.workerSrc = workerUrl;
  // The types of pdf.js declare this port as null only.
  pdfWorker ??= new PDFWorker({
    port: new Worker(trustedScript('konsil-pdf', workerUrl), { type: 'module' }) as unknown as null,
  });
  return pdfWorker;
};

// Among the portal's own files (tools/vite/portal.mts). The JPEG 2000 decoder without WebAssembly, which the portals'
// policy forbids.
const sideFiles = () => new URL(`/assets/pdfjs-${version}/`, window.location.href).href;

/**
 * Opens a PDF that was already fetched. Scripts, forms and links inside it are never run.
 * @param bytes the whole file; handed over to the worker
 * @param stopAtErrors whether what is broken fails, instead of being left out
 * @returns the loading task: `promise` gives the document, `destroy()` frees it
 */
export const loadPdf = (bytes: Uint8Array, stopAtErrors = false) =>
  getDocument({
    data: bytes,
    worker: sharedWorker(),
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    stopAtErrors,
    cMapUrl: `${sideFiles()}cmaps/`,
    standardFontDataUrl: `${sideFiles()}standard_fonts/`,
    wasmUrl: `${sideFiles()}wasm/`,
  });

/** Opens an open PDF once more, so that what is broken fails. */
export const reopenStrictly =
  (pdf: PDFDocumentProxy): ReopenStrictly =>
  async (work) => {
    const task = loadPdf(await pdf.getData(), true);
    try {
      return await work(await task.promise);
    } finally {
      await task.destroy();
    }
  };
