export type PictureType = 'image/jpeg' | 'image/png';

interface Drawing {
  type: PictureType;
  /** Of 1 for a JPEG. */
  quality: number;
  /** 1 keeps the size. */
  scale: number;
  /** Quarter turns to the right. */
  turns?: 0 | 1;
}
export interface Drawn {
  picture: Blob;
  /** In pixels. */
  width: number;
  height: number;
}

/** The picture of a file as it is meant to be seen: upright. Throws when the browser cannot read it. */
export const upright = (source: Blob): Promise<ImageBitmap> =>
  createImageBitmap(source, { imageOrientation: 'from-image' });

// A worker has no page to make its canvas in.
const newCanvas = (width: number, height: number): HTMLCanvasElement | OffscreenCanvas =>
  typeof document === 'undefined'
    ? new OffscreenCanvas(width, height)
    : Object.assign(document.createElement('canvas'), { width, height });

const encoded = (
  canvas: HTMLCanvasElement | OffscreenCanvas,
  type: PictureType,
  quality: number,
): Promise<Blob | null> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality })
    : new Promise((resolve) => canvas.toBlob(resolve, type, quality));

/** Draws a picture anew, without what a camera writes beside it. Throws where the browser cannot draw. */
export const draw = async (bitmap: ImageBitmap, { type, quality, scale, turns = 0 }: Drawing): Promise<Drawn> => {
  const [across, down] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const [width, height] = turns ? [down, across] : [across, down];
  const canvas = newCanvas(width, height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;
  if (!context) throw new Error('no canvas');
  if (type === 'image/jpeg') {
    // JPEG knows nothing transparent, and would show it black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
  }
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -across / 2, -down / 2, across, down);
  const picture = await encoded(canvas, type, quality);
  if (!picture) throw new Error('no picture');
  return { picture, width, height };
};

/** How much smaller pictures of so many bytes must be drawn to fit into the limit; bytes follow the area. */
export const fittingScale = (scale: number, bytes: number, limit: number): number =>
  scale * Math.min(0.9, Math.sqrt(limit / bytes));
