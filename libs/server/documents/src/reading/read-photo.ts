import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { DrawnPage, Inspection } from './reading.ts';
import { pngDamage } from './png-damage.ts';

/** The best cameras' resolution; more would only exhaust us. */
const mostPixels = 120_000_000;
/** Maximum bytes of pixels or coefficients in a decoder; the process has a little more (memory-limit.ts). */
const mostHeld = 160_000_000;
// Rotation holds all pixels at once; larger pictures keep the orientation tag instead.
const mostTurned = 120_000_000;
export const previewSide = 512;

sharp.cache(false);
sharp.concurrency(1);

const options: SharpOptions = { limitInputPixels: mostPixels, sequentialRead: true };
const opened = (bytes: Buffer): Sharp => sharp(bytes, { ...options, failOn: 'none' });

/** Bytes held until the end of the file: progressive JPEGs and interlaced PNGs have no complete row before. */
const heldWhole = ({ format, width, height, isProgressive, chromaSubsampling, channels, depth }: Metadata): number => {
  if (!isProgressive) return 0;
  const coefficients = { '4:2:0': 1.5, '4:2:2': 2 }[chromaSubsampling ?? ''] ?? channels;
  return width * height * (format === 'jpeg' ? coefficients * 2 : channels * (depth === 'uchar' ? 1 : 2));
};

const canBeTurned = (header: Metadata): boolean =>
  heldWhole(header) + header.width * header.height * header.channels <= mostTurned;

/** Writes the orientation into a JPEG: an EXIF segment with one entry. */
const withOrientation = (jpeg: Buffer, orientation: number): Buffer => {
  const segment = Buffer.from(
    'ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112' + '0003' + '00000001' + '00000000' + '00000000',
    'hex',
  );
  segment.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
};

/** Decodes the picture completely. JPEGs are decoded at reduced size, which still reads every byte. */
const decodingDamage = (bytes: Buffer): Promise<'truncated' | 'unreadable' | null> =>
  sharp(bytes, { ...options, failOn: 'warning' })
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer()
    .then(
      () => null,
      (failure: unknown) =>
        /premature end|read error|not enough data/.test(String(failure)) ? 'truncated' : 'unreadable',
    );

/** Reads the header, then decodes the whole picture: missing parts would be drawn grey and look real. */
export const inspectPhoto = async (bytes: Buffer): Promise<Inspection> => {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header?.width || !header.height) return { kind: 'refused', code: 'unreadable' };
  if (header.width * header.height > mostPixels) return { kind: 'refused', code: 'imageTooLarge' };
  const mustBeTurned = header.format === 'png' && (header.orientation ?? 1) > 1;
  if (heldWhole(header) > mostHeld || (mustBeTurned && !canBeTurned(header)))
    return { kind: 'refused', code: 'imageTooHeavy' };
  const damage = (header.format === 'png' ? pngDamage(bytes) : null) ?? (await decodingDamage(bytes));
  return damage ? { kind: 'refused', code: damage } : { kind: 'photo' };
};

/** Re-encodes a picture upright: location, camera data and anything hidden in the file are dropped. */
export const copyForViewing = async (bytes: Buffer, type: 'image/jpeg' | 'image/png'): Promise<Buffer> => {
  const header = await opened(bytes).metadata();
  const turns = (header.orientation ?? 1) === 1 || canBeTurned(header);
  const copy = turns ? opened(bytes).autoOrient() : opened(bytes);
  if (type === 'image/png') return copy.png().toBuffer();
  // Optimised coding would hold all coefficients: 1.3 GB for a photo with 108 megapixels.
  const drawn = await copy.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false }).toBuffer();
  return turns ? drawn : withOrientation(drawn, header.orientation ?? 1);
};

/** A small WebP of a picture. */
export const smallPicture = (bytes: Buffer): Promise<Buffer> =>
  opened(bytes)
    .autoOrient()
    .resize(previewSide, previewSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

// A4 at 200 dots per inch.
const printed = { width: 1654, height: 2339 };

/** A picture to print, without location and camera data. */
export const drawPicture = async (bytes: Buffer): Promise<DrawnPage> => {
  const { data, info } = await opened(bytes)
    .autoOrient()
    .resize({ ...printed, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .toBuffer({ resolveWithObject: true });
  return { kind: 'drawn', pages: 1, picture: { jpeg: data, width: info.width, height: info.height }, text: '' };
};
