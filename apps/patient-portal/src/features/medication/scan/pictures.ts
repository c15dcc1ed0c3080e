// @bundle route
import { loadPdf } from '@konsil/documents/load-pdf';
import { CodeMissing } from '@konsil/documents-upload/ask-worker';
import { decodePhoto } from '@konsil/documents-upload/photo';
import type { Pixels } from './find-codes.ts';

/** The file is no picture and no PDF that can be opened here. */
export class UnreadableFile extends Error {}

// A code of 4 cm on a page of 30 cm then has about 500 pixels a side, and phones can still draw it.
const mostAcross = 4000;
const mostPixels = 16_000_000;
const mostBytes = 50_000_000;
/** A plan has five pages at most. */
const mostPages = 6;

const drawn = (width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new UnreadableFile('no canvas');
  return [canvas, context];
};
const pixelsOf = (context: CanvasRenderingContext2D): Pixels => {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return { data, width, height };
};

const ofPhoto = async (file: File): Promise<Pixels> => {
  const bitmap = await decodePhoto(file);
  try {
    const scale = Math.min(
      1,
      mostAcross / Math.max(bitmap.width, bitmap.height),
      Math.sqrt(mostPixels / (bitmap.width * bitmap.height)),
    );
    const [, context] = drawn(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height);
    return pixelsOf(context);
  } finally {
    bitmap.close();
  }
};

async function* ofPdf(file: File): AsyncGenerator<Pixels> {
  const task = loadPdf(new Uint8Array(await file.arrayBuffer()));
  try {
    const pdf = await task.promise;
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number += 1) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: 3000 / Math.max(width, height) });
      const [canvas, context] = drawn(Math.floor(viewport.width), Math.floor(viewport.height));
      await page.render({ canvas, viewport }).promise;
      yield pixelsOf(context);
    }
  } finally {
    await task.destroy();
  }
}

const isPdf = async (file: File): Promise<boolean> => (await file.slice(0, 1024).text()).includes('%PDF-');

/**
 * The pictures of a file: a photo, or the pages of a PDF, one after the other because each takes tens of megabytes.
 * @throws {UnreadableFile}
 */
export async function* picturesOf(file: File): AsyncGenerator<Pixels> {
  if (file.size > mostBytes) throw new UnreadableFile('too large');
  try {
    if (await isPdf(file)) yield* ofPdf(file);
    else yield await ofPhoto(file);
  } catch (error) {
    throw error instanceof CodeMissing || error instanceof UnreadableFile ? error : new UnreadableFile(String(error));
  }
}
