/** Mobile browsers fail on larger canvases (iOS: 16.7 million pixels). */
export const maxPixels = 16_000_000;

export type PictureType = 'image/jpeg' | 'image/png';

interface Drawing {
  type: PictureType;
  /** JPEG quality, at most 1. */
  quality: number;
  /** 1 keeps the size. */
  scale: number;
  /** Quarter turns to the right. */
  turns?: 0 | 1;
}
export interface DrawnPicture {
  picture: Blob;
  width: number;
  height: number;
}

/** Decodes a picture with its EXIF orientation applied. Throws when the browser cannot read it. */
export const decodeUpright = (source: Blob): Promise<ImageBitmap> =>
  createImageBitmap(source, { imageOrientation: 'from-image' });

type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas to draw on. Throws where the browser cannot. */
export const newCanvas = (width: number, height: number): { canvas: Canvas; context: Context } => {
  // Workers have no document to create a canvas in.
  const canvas =
    typeof document === 'undefined'
      ? new OffscreenCanvas(width, height)
      : Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d') as Context | null;
  if (!context) throw new Error('no canvas');
  return { canvas, context };
};

/** JPEG has no transparency, and would show it black. */
export const fillWhite = (context: Context, width: number, height: number): void => {
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
};

/** Encodes a drawn picture. Throws when the browser cannot. */
export const encoded = async (canvas: Canvas, type: PictureType, quality: number): Promise<Blob> => {
  const picture =
    'convertToBlob' in canvas
      ? await canvas.convertToBlob({ type, quality })
      : await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (!picture) throw new Error('no picture');
  return picture;
};

/** Re-encodes a picture, which drops the camera's metadata. Throws where the browser cannot draw. */
export const drawPicture = async (
  bitmap: ImageBitmap,
  { type, quality, scale, turns = 0 }: Drawing,
): Promise<DrawnPicture> => {
  const [across, down] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const [width, height] = turns ? [down, across] : [across, down];
  const { canvas, context } = newCanvas(width, height);
  if (type === 'image/jpeg') fillWhite(context, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -across / 2, -down / 2, across, down);
  return { picture: await encoded(canvas, type, quality), width, height };
};

/** The scale at which a picture fits into the byte limit; bytes grow with the area. */
export const fittingScale = (scale: number, bytes: number, limit: number): number =>
  scale * Math.min(0.9, Math.sqrt(limit / bytes));
