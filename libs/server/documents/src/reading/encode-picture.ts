import { mostPicturePixels } from '@konsil/contracts/pictures';
import sharp, { type Sharp } from 'sharp';
import type { EncodedPicture, PictureUse } from './reading.ts';

const uses: Record<PictureUse, (picture: Sharp) => Sharp> = {
  // In print it is at most 42 mm wide: about 600 dots per inch. On white paper.
  letterLogo: (picture) =>
    picture
      .resize({ width: 1000, height: 400, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: false }),
  // On the colour of the clinic, which a transparent logo shows.
  clinicLogo: (picture) =>
    picture
      .resize({ width: 480, height: 160, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: false }),
  // Cut from the upper edge, because a face is rarely in the lower half of a picture.
  portrait: (picture) =>
    picture
      .resize({ width: 256, height: 256, fit: 'cover', position: 'top' })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .webp({ quality: 80 }),
};

/**
 * A picture that others will see, small and without anything else that is in the file. By content PNG or JPEG only: an
 * SVG would look different with the fonts of another machine. A huge one is refused by its header, undecoded.
 */
export const encodePicture = async (bytes: Buffer, use: PictureUse): Promise<Omit<EncodedPicture, 'kind'>> => {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (format !== 'png' && format !== 'jpeg') return { picture: null };
  if (width * height > mostPicturePixels) return { picture: null, tooLarge: true };
  const picture = sharp(bytes, { limitInputPixels: mostPicturePixels, failOn: 'warning' });
  const { data, info } = await uses[use](picture.autoOrient()).toBuffer({ resolveWithObject: true });
  return { picture: { bytes: data, width: info.width, height: info.height } };
};
