import { maxUploadBytes } from '@konsil/contracts/codes';
import { decodeHeic } from '../heic/decode-heic.ts';
import { CodeMissing } from '../workers/ask-worker.ts';
import { drawPicture, fittingScale, decodeUpright, maxPixels } from './draw.ts';
import type { PictureType } from './draw.ts';

const quality = 0.92;

/** Encodes a picture for upload; smaller only where it would exceed the limits. */
const redraw = async (bitmap: ImageBitmap, turns: 0 | 1, type: PictureType): Promise<Blob> => {
  try {
    let scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
    let { picture } = await drawPicture(bitmap, { turns, type, quality, scale });
    while (picture.size > maxUploadBytes) {
      scale = fittingScale(scale, picture.size, maxUploadBytes);
      ({ picture } = await drawPicture(bitmap, { turns, type, quality, scale }));
    }
    return picture;
  } finally {
    bitmap.close();
  }
};

/** By name, before the content was read. */
export const looksLikePhoto = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.(jpe?g|png|hei[cf])$/i.test(name);

/** A picture that browsers can draw; its extension follows its content. */
export const isPicture = (file: Pick<File, 'name'>): boolean => /\.(jpe?g|png)$/i.test(file.name);

/** Rotates a photo 90° clockwise. Throws when the browser cannot read or draw it. */
export const rotatePhoto = async (photo: File): Promise<File> => {
  const type = /\.png$/i.test(photo.name) ? 'image/png' : 'image/jpeg';
  return new File([await redraw(await decodeUpright(photo), 1, type)], photo.name, { type });
};

/** Decodes natively (Safari), otherwise with the library, which is loaded on demand. */
const heicBitmap = (photo: File): Promise<ImageBitmap> =>
  decodeUpright(photo).catch(async () => createImageBitmap(await decodeHeic(photo)));

/** A photo as it is drawn, upright. Throws a `CodeMissing`, or what is wrong with the file. */
export const decodePhoto = (photo: File): Promise<ImageBitmap> =>
  /\.hei[cf]$/i.test(photo.name) || /hei[cf]/.test(photo.type) ? heicBitmap(photo) : decodeUpright(photo);

/**
 * Converts a HEIC photo to JPEG: upright, without location and camera data; null when it is damaged. Throws a
 * `CodeMissing`.
 */
export const photoFromHeic = async (photo: File): Promise<File | null> => {
  try {
    return new File(
      [await redraw(await heicBitmap(photo), 0, 'image/jpeg')],
      photo.name.replace(/\.hei[cf]$/i, '') + '.jpg',
      { type: 'image/jpeg' },
    );
  } catch (error) {
    if (error instanceof CodeMissing) throw error;
    return null;
  }
};
