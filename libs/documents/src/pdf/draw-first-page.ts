import { isDrawnWhole, isForeignForm } from '@konsil/contracts/pdf-drawn';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { loadPdf, reopenStrictly } from './load-pdf';

/**
 * Draws the first page of a PDF, as wide as given in CSS pixels.
 * @returns whether the page is shown whole; otherwise the picture would mislead
 */
export const drawFirstPage = async (bytes: ArrayBuffer, target: HTMLCanvasElement, width: number): Promise<boolean> => {
  const task = loadPdf(new Uint8Array(bytes.slice(0)));
  try {
    const pdf = await task.promise;
    const { info } = await pdf.getMetadata();
    if (isForeignForm(info)) return false;
    const page = await pdf.getPage(1);
    const unscaled = page.getViewport({ scale: 1 });
    const density = Math.min(window.devicePixelRatio || 1, 2);
    const viewport = page.getViewport({ scale: (width * density) / unscaled.width });
    target.width = Math.floor(viewport.width);
    target.height = Math.floor(viewport.height);
    await page.render({ canvas: target, viewport }).promise;
    return await isDrawnWhole(page, OPS, reopenStrictly(pdf));
  } finally {
    await task.destroy();
  }
};
