import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { OpenedFile } from '../../../storage/file-store.ts';
import type { Inspection } from './reading.ts';
import { previewSide, smallPicture } from './read-photo.ts';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const mostText = 6000;

// Loaded with the first PDF: it is heavy, and many a process never sees one.
const loadPdfjs = () => import('pdfjs-dist/legacy/build/pdf.mjs');

// Without its table of contents at the end, all of a file must be searched for its parts: too slow for a large one.
const searchableBytes = 2 * 1024 * 1024;
const endBytes = 1024;

/** Whether a PDF can be opened in reasonable time, told from its end. */
export const isOpenable = async ({ size, read }: OpenedFile): Promise<boolean> => {
  if (size <= searchableBytes) return true;
  const pieces: Buffer[] = [];
  for await (const piece of read({ start: size - endBytes, end: size })) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).includes('startxref');
};

const withPdf = async <T>(bytes: Buffer, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> => {
  const { getDocument } = await loadPdfjs();
  const loading = getDocument({
    data: new Uint8Array(bytes), isEvalSupported: false, enableXfa: false, disableFontFace: true, useSystemFonts: false, maxImageSize: 60_000_000, verbosity: 0,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`, cMapUrl: `${join(folder, 'cmaps')}/`, wasmUrl: `${join(folder, 'wasm')}/`,
  });
  try {
    return await work(await loading.promise);
  } finally {
    await loading.destroy();
  }
};

const firstText = (bytes: Buffer): Promise<string> => withPdf(bytes, async (pdf) => {
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join('').replace(/[ \t]+/g, ' ').slice(0, mostText);
});

/** A file that cannot be opened by us may still open elsewhere; only one that asks for a password is of no use to the other side. */
export const inspectPdf = async (bytes: Buffer): Promise<Inspection> => {
  try {
    return { kind: 'pdf', text: await firstText(bytes) };
  } catch (error) {
    return (error as Error).name === 'PasswordException' ? { kind: 'refused', code: 'encrypted' } : { kind: 'pdf', text: '' };
  }
};

interface DrawnPage {
  canvas: { toBuffer: (type: 'image/png') => Buffer };
  context: unknown;
}
interface CanvasFactory {
  create: (width: number, height: number) => DrawnPage;
  destroy: (page: DrawnPage) => void;
}

/** A small picture of the first page. */
export const previewOfPdf = (bytes: Buffer): Promise<Buffer> => withPdf(bytes, async (pdf) => {
  const page = await pdf.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: Math.min(previewSide / width, previewSide / height) * 2 });
  const factory = pdf.canvasFactory as CanvasFactory;
  const drawn = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  try {
    await page.render({ canvas: null, canvasContext: drawn.context, viewport, background: 'white' }).promise;
    return await smallPicture(drawn.canvas.toBuffer('image/png'));
  } finally {
    factory.destroy(drawn);
  }
});
