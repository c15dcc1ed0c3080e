// @bundle route
import type { PictureHead } from './picture-size.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const longestSide = 2000;
const smallestSide = 200;
const quality = 0.9;

const newCanvas = (width: number, height: number): HTMLCanvasElement | OffscreenCanvas =>
  typeof OffscreenCanvas === 'undefined'
    ? Object.assign(document.createElement('canvas'), { width, height })
    : new OffscreenCanvas(width, height);

const encoded = (canvas: HTMLCanvasElement | OffscreenCanvas, type: string): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality })
    : new Promise((resolve) => canvas.toBlob(resolve, type, quality));

const isTransparent = (context: Context, width: number, height: number): boolean => {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return true;
  return false;
};

/** Draws a picture whose longer side has at most `side` pixels; only a transparent PNG stays a PNG. */
const drawn = async (bitmap: ImageBitmap, side: number, kind: PictureHead['kind']): Promise<Blob> => {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((pixels) => Math.max(1, Math.round(pixels * scale))) as [
    number,
    number,
  ];
  const canvas = newCanvas(width, height);
  const context = canvas.getContext('2d') as Context | null;
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const keepsPng = kind === 'png' && isTransparent(context, width, height);
  const picture = await encoded(canvas, keepsPng ? 'image/png' : 'image/jpeg');
  if (!picture) throw new Error('no picture');
  return picture;
};

/**
 * The picture upright and within the limit of bytes, in smaller steps until it fits; null if none does.
 * @throws where the browser cannot decode or draw it
 */
export const smallerPicture = async (file: Blob, kind: PictureHead['kind'], limit: number): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    for (let side = longestSide; side >= smallestSide; side = Math.round(side * 0.7)) {
      const picture = await drawn(bitmap, side, kind);
      if (picture.size <= limit) return picture;
    }
    return null;
  } finally {
    bitmap.close();
  }
};
