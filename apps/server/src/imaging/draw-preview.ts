import { decodeFrame } from './decode-frame.ts';
import type { DicomInstance } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { frameOf, objectBytes } from './object-bytes.ts';
import { paletteOf } from './palette.ts';
import { colourPicture, greyPicture, palettePicture, type Picture } from './shade-frame.ts';
import { shadesOf } from './shades.ts';

// Half of a sample's bits would be lost to sampling, so twice the size is drawn and made smaller by sharp.
const drawnSide = limits.previewSide * 2;

/**
 * Draws the middle frame. For a worker: slow, and the bytes may be hostile.
 * @param file the whole stored file
 * @returns null where the frame cannot be decoded here
 */
export async function drawPreview(file: Uint8Array, instance: DicomInstance): Promise<Picture | null> {
  const object = objectBytes(file, instance);
  const frame = Math.floor((instance.frames - 1) / 2);
  const pixels = await decodeFrame(frameOf(object, instance, frame), instance);
  if (!pixels) return null;
  if (instance.photometric === 'PALETTE COLOR') {
    const palette = paletteOf(instance.metadata, object, instance.bulk);
    return palette && palettePicture(pixels, palette, drawnSide);
  }
  if (pixels.samplesPerPixel >= 3) return colourPicture(pixels, instance.photometric, { side: drawnSide, bits: instance.bitsStored });
  return greyPicture(pixels, shadesOf(instance.metadata, frame), { side: drawnSide, inverted: instance.photometric === 'MONOCHROME1' });
}
