import type { Region } from '@konsil/contracts/pins';
import sharp, { type Sharp } from 'sharp';
import type { PlacePicture } from './reading.ts';

// The surroundings of a place show where it is.
const [besideWide, besideHigh] = [0.25, 0.6];
const [leastWide, leastHigh] = [0.5, 0.14];
const printed = { width: 1100, height: 1100 };
const quality = 84;

/** The part of a page around a region, in whole pixels. */
const partAround = ({ left, top, width, height }: Region, pixels: { width: number; height: number }) => {
  const wide = Math.min(1, Math.max(width * (1 + 2 * besideWide), leastWide));
  const high = Math.min(1, Math.max(height * (1 + 2 * besideHigh), leastHigh));
  const begin = (middle: number, size: number) => Math.min(Math.max(0, middle - size / 2), 1 - size);
  const [x, y] = [begin(left + width / 2, wide), begin(top + height / 2, high)];
  const from = { left: Math.floor(x * pixels.width), top: Math.floor(y * pixels.height) };
  return {
    ...from,
    width: Math.max(1, Math.min(pixels.width - from.left, Math.ceil(wide * pixels.width))),
    height: Math.max(1, Math.min(pixels.height - from.top, Math.ceil(high * pixels.height))),
  };
};

/** The part of a drawn page around a region, which is framed; the whole page without one. */
export const cutOut = async (
  { jpeg, width, height }: { jpeg: Buffer; width: number; height: number },
  region: Region | null,
): Promise<NonNullable<PlacePicture['picture']>> => {
  const encoded = (picture: Sharp) =>
    picture
      .resize({ ...printed, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer({ resolveWithObject: true })
      .then(({ data, info }) => ({ jpeg: data, width: info.width, height: info.height }));
  if (!region) return encoded(sharp(jpeg));
  const part = partAround(region, { width, height });
  const line = Math.max(2, Math.round(part.width / 180));
  const frame = [
    `x="${region.left * width - part.left - line}"`,
    `y="${region.top * height - part.top - line}"`,
    `width="${region.width * width + 2 * line}"`,
    `height="${region.height * height + 2 * line}"`,
    `rx="${2 * line}" stroke-width="${line}"`,
  ].join(' ');
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${part.width}" height="${part.height}"><rect ${frame} stroke="#24488f" fill="#ffd54a" fill-opacity="0.2"/></svg>`,
  );
  const cut = await sharp(jpeg).extract(part).png().toBuffer();
  return encoded(
    sharp(
      await sharp(cut)
        .composite([{ input: drawing }])
        .png()
        .toBuffer(),
    ).removeAlpha(),
  );
};
