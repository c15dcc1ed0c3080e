import sharp, { type Sharp } from 'sharp';
import type { Inspection } from './reading.ts';

/** A photo of the best cameras; more would only be there to exhaust us. */
const mostPixels = 120_000_000;
export const previewSide = 512;

sharp.cache(false);
sharp.concurrency(1);

const opened = (bytes: Buffer): Sharp => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'none', sequentialRead: true });

/** Looks at the header only. */
export const inspectPhoto = async (bytes: Buffer): Promise<Inspection> => {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => null);
  if (!header?.width || !header.height) return { kind: 'refused', code: 'unreadable' };
  return header.width * header.height > mostPixels ? { kind: 'refused', code: 'imageTooLarge' } : { kind: 'photo' };
};

/** The same picture drawn anew, upright: position, camera data and whatever was hidden in the file stay behind. */
export const copyForViewing = (bytes: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Buffer> => {
  const upright = opened(bytes).autoOrient();
  return (type === 'image/png' ? upright.png() : upright.jpeg({ quality: 90, chromaSubsampling: '4:4:4' })).toBuffer();
};

/** A small WebP of a picture. */
export const smallPicture = (bytes: Buffer): Promise<Buffer> =>
  opened(bytes).autoOrient().resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 78 }).toBuffer();
