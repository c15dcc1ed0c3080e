import { maxUploadBytes } from '@konsil/contracts/codes';

/** Phones' browsers give up on larger canvases (iOS: 16.7 million pixels). */
const maxPixels = 16_000_000;
const jpegQuality = 0.92;

const encode = async (bitmap: ImageBitmap, quarterTurns: 0 | 1, type: 'image/jpeg' | 'image/png', scale: number): Promise<Blob> => {
  const width = Math.round(bitmap.width * scale);
  const height = Math.round(bitmap.height * scale);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = quarterTurns ? [height, width] : [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, jpegQuality));
  if (!blob) throw new Error('no picture');
  return blob;
};

/** How much smaller a picture of so many bytes must be drawn to fit into the limit; bytes follow the area. */
export const fittingScale = (scale: number, bytes: number, limit = maxUploadBytes): number => scale * Math.min(0.9, Math.sqrt(limit / bytes));

/** Draws a picture anew, without what a camera writes beside it; smaller only where it would be over the limits. */
const draw = async (bitmap: ImageBitmap, quarterTurns: 0 | 1, type: 'image/jpeg' | 'image/png'): Promise<Blob> => {
  try {
    let scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
    let drawn = await encode(bitmap, quarterTurns, type, scale);
    while (drawn.size > maxUploadBytes) {
      scale = fittingScale(scale, drawn.size);
      drawn = await encode(bitmap, quarterTurns, type, scale);
    }
    return drawn;
  } finally {
    bitmap.close();
  }
};

const upright = (source: Blob) => createImageBitmap(source, { imageOrientation: 'from-image' });

export const canBeTurned = (file: Pick<File, 'name'>): boolean => /\.(jpe?g|png)$/i.test(file.name);

/** The same photo, a quarter turn to the right. Throws when the browser cannot read it. */
export const turnPhoto = async (photo: File): Promise<File> => {
  const type = /\.png$/i.test(photo.name) ? 'image/png' : 'image/jpeg';
  return new File([await draw(await upright(photo), 1, type)], photo.name, { type });
};

/** By the browser's own decoder (Safari), otherwise by the library, which comes only now. */
const heicBitmap = (photo: File): Promise<ImageBitmap> =>
  upright(photo).catch(async () => {
    const { decodeHeic } = await import('../heic/decode-heic.ts');
    return createImageBitmap(await decodeHeic(photo));
  });

/** A JPEG from a phone's HEIC photo: upright, without place and camera; null when it is damaged. */
export const photoFromHeic = async (photo: File): Promise<File | null> => {
  try {
    return new File([await draw(await heicBitmap(photo), 0, 'image/jpeg')], photo.name.replace(/\.hei[cf]$/i, '') + '.jpg', { type: 'image/jpeg' });
  } catch {
    return null;
  }
};
