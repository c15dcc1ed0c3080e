import { maxUploadBytes } from '@konsil/contracts/codes';
import { decodeHeic } from '../heic/decode-heic.ts';
import { CodeMissing } from '../workers/ask-worker.ts';
import { draw, fittingScale, upright } from './draw.ts';
import type { PictureType } from './draw.ts';

/** Phones' browsers give up on larger canvases (iOS: 16.7 million pixels). */
const maxPixels = 16_000_000;
const quality = 0.92;

/** A picture as it is to be sent; smaller only where it would be over the limits. */
const redraw = async (bitmap: ImageBitmap, turns: 0 | 1, type: PictureType): Promise<Blob> => {
  try {
    let scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
    let { picture } = await draw(bitmap, { turns, type, quality, scale });
    while (picture.size > maxUploadBytes) {
      scale = fittingScale(scale, picture.size, maxUploadBytes);
      ({ picture } = await draw(bitmap, { turns, type, quality, scale }));
    }
    return picture;
  } finally {
    bitmap.close();
  }
};

/** By its name, before anybody has looked into it. */
export const looksLikePhoto = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('image/') || /\.(jpe?g|png|hei[cf])$/i.test(name);

/** A picture that browsers can draw, by the ending that its content gave it. */
export const isPicture = (file: Pick<File, 'name'>): boolean => /\.(jpe?g|png)$/i.test(file.name);

/** The same photo, a quarter turn to the right. Throws when the browser cannot read or draw it. */
export const turnPhoto = async (photo: File): Promise<File> => {
  const type = /\.png$/i.test(photo.name) ? 'image/png' : 'image/jpeg';
  return new File([await redraw(await upright(photo), 1, type)], photo.name, { type });
};

/** By the browser's own decoder (Safari), otherwise by the library, which comes only now. */
const heicBitmap = (photo: File): Promise<ImageBitmap> =>
  upright(photo).catch(async () => createImageBitmap(await decodeHeic(photo)));

/** A JPEG from a phone's HEIC photo: upright, without place and camera; null when it is damaged. Throws a `CodeMissing`. */
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
