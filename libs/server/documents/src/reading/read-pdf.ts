import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { indexWords } from '@konsil/contracts/fold';
import { isDrawnWhole, isForeignForm } from '@konsil/contracts/pdf-drawn';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent } from 'pdfjs-dist/types/src/display/api.js';
import { chunkBytes } from '@konsil/server-storage/chunk-cipher';
import type { OpenedFile } from '@konsil/server-storage/file-store';
import type { DrawnPage, Inspection, PageWords } from './reading.ts';
import { previewSide, smallPicture } from './read-photo.ts';

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const mostText = 6000;

// Loaded with the first PDF, because it is heavy and many processes never need it.
const loadPdfjs = () => import('pdfjs-dist/legacy/build/pdf.mjs');

// Without the cross-reference table at its end, a file must be searched completely: too slow above this size.
const searchableBytes = 2 * 1024 * 1024;
const endBytes = 1024;
// Enough for a table or page; larger requests are copied needlessly by the library.
const askedBytes = 64 * 1024;

/**
 * Random access to a file; the last two encrypted chunks stay decrypted, because a PDF is read alternately from its end
 * and its beginning.
 */
class Pieces {
  private readonly open = new Map<number, Promise<Buffer>>();

  constructor(readonly file: OpenedFile) {}

  async bytes(start: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let index = Math.floor(start / chunkBytes); index * chunkBytes < end; index += 1) {
      const offset = index * chunkBytes;
      parts.push((await this.piece(index)).subarray(Math.max(0, start - offset), end - offset));
    }
    return Buffer.concat(parts);
  }

  private piece(index: number): Promise<Buffer> {
    const piece = this.open.get(index) ?? this.read(index * chunkBytes);
    this.open.delete(index);
    this.open.set(index, piece);
    for (const oldest of this.open.keys()) if (this.open.size > 2) this.open.delete(oldest);
    return piece;
  }
  private async read(start: number): Promise<Buffer> {
    const read: Buffer[] = [];
    for await (const part of this.file.read({ start, end: Math.min(this.file.size, start + chunkBytes) }))
      read.push(part as Buffer);
    return read.length === 1 ? (read[0] as Buffer) : Buffer.concat(read);
  }
}

/** True if a PDF can be opened in reasonable time, judged by its end. */
const isOpenable = async (pieces: Pieces): Promise<boolean> => {
  const { size } = pieces.file;
  return size <= searchableBytes || (await pieces.bytes(size - endBytes, size)).includes('startxref');
};

/** Opens a PDF by ranges: of a large file, only the chunks with its table and first page are decrypted. */
const withPdf = async <T>(
  pieces: Pieces,
  work: (pdf: PDFDocumentProxy) => Promise<T>,
  stopAtErrors = false,
): Promise<T> => {
  const { getDocument, PDFDataRangeTransport } = await loadPdfjs();
  const range = new PDFDataRangeTransport(pieces.file.size, null);
  const damaged = new Promise<never>((_, fail) => {
    range.requestDataRange = (start, end) =>
      void pieces
        .bytes(start, end)
        .then((bytes) => range.onDataRange(start, bytes))
        .catch(fail);
  });
  const loading = getDocument({
    range,
    rangeChunkSize: askedBytes,
    disableAutoFetch: true,
    disableStream: true,
    stopAtErrors,
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
  });
  try {
    return await Promise.race([loading.promise.then(work), damaged]);
  } finally {
    await loading.destroy();
  }
};

/** The beginning of a page's text, because a page may contain very much. */
const textOf = async (page: PDFPageProxy): Promise<string> => {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done && text.length < mostText; part = await reader.read()) {
    const words = part.value.items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : ''))
      .join('');
    text = `${text}${words}`.replace(/[ \t]+/g, ' ');
  }
  await reader.cancel();
  return text.slice(0, mostText);
};

const readFirst = (file: Pieces): Promise<Inspection> =>
  withPdf(file, async (pdf) => {
    const { info } = await pdf.getMetadata();
    // The page of such a form only says to use another program.
    if (isForeignForm(info)) return { kind: 'pdf', text: '', pages: pdf.numPages, form: true };
    const text = await textOf(await pdf.getPage(1));
    return { kind: 'pdf', text, pages: pdf.numPages };
  });

const mostNothing = 1024;
/** A PDF of just its first and last lines, in which no program finds a page. */
const isEmpty = async (pieces: Pieces): Promise<boolean> => {
  const { size } = pieces.file;
  return size <= mostNothing && /^%PDF-[\d.]*(?:\s|%%EOF)*$/.test((await pieces.bytes(0, size)).toString('latin1'));
};

/** A file we cannot open may open elsewhere; only a password makes it useless to the other side. */
export const inspectPdf = async (file: OpenedFile): Promise<Inspection> => {
  const pieces = new Pieces(file);
  if (await isEmpty(pieces)) return { kind: 'refused', code: 'emptyPdf' };
  try {
    return (await isOpenable(pieces)) ? await readFirst(pieces) : { kind: 'pdf', text: '' };
  } catch (error) {
    return (error as Error).name === 'PasswordException'
      ? { kind: 'refused', code: 'encrypted' }
      : { kind: 'pdf', text: '' };
  }
};

// Larger files are catalogues and complete records; the limits keep their index below their own size.
const mostPages = 400;
const mostLetters = 40_000;
const mostWordsOfPage = 2000;

/** A page's text as its lines show it, with words joined across line breaks. */
const wholeTextOf = async (page: PDFPageProxy): Promise<string> => {
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done && text.length < mostLetters; part = await reader.read())
    text += part.value.items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  await reader.cancel();
  return text.replace(/(\p{L})[-\u00ad]\n(\p{Ll})/gu, '$1$2');
};

/** The words of each page; no pages for a file that cannot be opened in reasonable time, or is locked. */
export const wordsOfPdf = async (file: OpenedFile): Promise<PageWords> => {
  const pieces = new Pieces(file);
  if (!(await isOpenable(pieces))) return { pages: [] };
  return withPdf(pieces, async (pdf) => {
    if (isForeignForm((await pdf.getMetadata()).info)) return { pages: [] };
    const pages: string[][] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number += 1) {
      const page = await pdf.getPage(number);
      pages.push(indexWords(await wholeTextOf(page)).slice(0, mostWordsOfPage));
      page.cleanup();
    }
    return { pages };
  });
};

interface PageCanvas {
  canvas: { toBuffer: ((type: 'image/png') => Buffer) & ((type: 'image/jpeg', quality: number) => Buffer) };
  context: unknown;
}
interface CanvasFactory {
  create: (width: number, height: number) => PageCanvas;
  destroy: (page: PageCanvas) => void;
}

const drawFirst = (file: Pieces): Promise<Buffer | null> =>
  withPdf(file, async (pdf) => {
    if (isForeignForm((await pdf.getMetadata()).info)) return null;
    const page = await pdf.getPage(1);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(previewSide / width, previewSide / height) * 2;
    return render(file, pdf, page, scale, ({ canvas }) => smallPicture(canvas.toBuffer('image/png')));
  });

/** Renders a page; null if it would lack parts, because a page without its picture would look empty. */
const render = async <T>(
  pieces: Pieces,
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  scale: number,
  take: (drawn: PageCanvas) => T | Promise<T>,
): Promise<T | null> => {
  const { OPS } = await loadPdfjs();
  const viewport = page.getViewport({ scale });
  const factory = pdf.canvasFactory as CanvasFactory;
  const drawn = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
  try {
    await page.render({ canvas: null, canvasContext: drawn.context, viewport, background: 'white' }).promise;
    const isWhole = await isDrawnWhole(page, OPS, (work) => withPdf(pieces, work, true));
    return isWhole ? await take(drawn) : null;
  } finally {
    factory.destroy(drawn);
  }
};

const pointsPerInch = 72;
const dotsPerInch = 150;
const longestSide = 2200;
const quality = 82;

/** One page to print, with the number of pages; null if the file cannot be opened in reasonable time. */
export const drawPdfPage = async (file: OpenedFile, number: number): Promise<DrawnPage | null> => {
  const pieces = new Pieces(file);
  if (!(await isOpenable(pieces))) return null;
  return withPdf(pieces, async (pdf) => {
    if (isForeignForm((await pdf.getMetadata()).info)) return null;
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const scale = Math.min(dotsPerInch / pointsPerInch, longestSide / Math.max(width, height));
    const jpeg = await render(pieces, pdf, page, scale, ({ canvas }) => canvas.toBuffer('image/jpeg', quality));
    const sides = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
    return { kind: 'drawn', pages: pdf.numPages, picture: jpeg && { jpeg, ...sides }, text: await textOf(page) };
  });
};

/**
 * A thumbnail of the first page; null if the file cannot be opened in reasonable time, or the page not be rendered
 * completely.
 */
export const previewOfPdf = async (file: OpenedFile): Promise<Buffer | null> => {
  const pieces = new Pieces(file);
  return (await isOpenable(pieces)) ? drawFirst(pieces) : null;
};
