// @bundle route
import { trustedScript } from '@konsil/api/trusted-script';
// The legacy build: the default one needs a browser of the last months, and people keep their phones for years.
import { GlobalWorkerOptions, PDFWorker, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
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
 * @returns the loading task: `promise` gives the document, `destroy()` frees it
 */
export const loadPdf = (bytes: Uint8Array) =>
  getDocument({
    data: bytes,
    worker: sharedWorker(),
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    cMapUrl: `${sideFiles()}cmaps/`,
    standardFontDataUrl: `${sideFiles()}standard_fonts/`,
    wasmUrl: `${sideFiles()}wasm/`,
  });
