import { decodeUpright, encoded, fillWhite, maxPixels, newCanvas } from '../files/draw.ts';
import { findPaper, searchedSide } from './find-paper.ts';
import { applyLook } from './look.ts';
import type { Pixels } from './planes.ts';
import { pageSize } from './quad.ts';
import type { Quad } from './quad.ts';
import type { Scan } from './scan.ts';
import { straightened } from './straighten.ts';
import type { Breathe } from './straighten.ts';

type Drawn = ImageBitmap | HTMLCanvasElement | OffscreenCanvas;
const shrunk = (drawn: Drawn, width: number, height: number) => {
  const { canvas, context } = newCanvas(width, height);
  fillWhite(context, width, height);
  context.drawImage(drawn, 0, 0, width, height);
  return { canvas, context };
};

/** A photo's pixels, upright; shrunk by halves, so that thin strokes stay. */
const pixelsOf = async (photo: Blob, scaleFor: (width: number, height: number) => number): Promise<Pixels> => {
  const bitmap = await decodeUpright(photo);
  try {
    const scale = Math.min(1, scaleFor(bitmap.width, bitmap.height));
    const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
      number,
      number,
    ];
    let drawn: Drawn = bitmap;
    while (drawn.width > 2 * width)
      drawn = shrunk(drawn, Math.ceil(drawn.width / 2), Math.ceil(drawn.height / 2)).canvas;
    return shrunk(drawn, width, height).context.getImageData(0, 0, width, height);
  } finally {
    bitmap.close();
  }
};

/** The corners of the paper in a photo, where they are certain. Throws when the browser cannot read the photo. */
export const findPaperIn = async (photo: Blob): Promise<Quad | null> =>
  findPaper(await pixelsOf(photo, (width, height) => searchedSide / Math.max(width, height)));

const quality = 0.92;

/**
 * Makes a page of a photo: straight, with its look, as JPEG without metadata. `most`: the most pixels, fewer for a
 * preview.
 */
export const scanPhoto = async (
  photo: Blob,
  { corners, look }: Scan,
  most = maxPixels,
  breathe?: Breathe,
): Promise<Blob> => {
  // A little more than the page has, because it shows only a part of the photo.
  const pixels = await pixelsOf(photo, (width, height) =>
    Math.sqrt(Math.min(2.5 * most, maxPixels) / (width * height)),
  );
  const page = corners ? await straightened(pixels, corners, pageSize(corners, pixels, most), breathe) : pixels;
  const { data, width, height } = await applyLook(page, look, breathe);
  const { canvas, context } = newCanvas(width, height);
  context.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0);
  return encoded(canvas, 'image/jpeg', quality);
};
