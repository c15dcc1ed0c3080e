import { drawingsOf, lookOf, paletteOf, spacingOf, type DicomJson } from '@konsil/pixels';
import { swapBytes } from './byte-order.ts';
import { decodeFrame } from './decode-frame.ts';
import type { DicomInstance } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { frameOf, objectBytes, sliceBytes } from './object-bytes.ts';
import { colourPicture, greyPicture, palettePicture, withDrawings, type Picture } from './shade-frame.ts';

// Sampling loses detail, so the preview is drawn at twice the size and reduced by sharp.
const drawnSide = limits.previewSide * 2;

/** A picture with a pixel aspect ratio. */
export interface DrawnPicture extends Picture {
  /** Pixel height divided by width. */
  aspect: number;
}

/**
 * Draws the middle frame. For a worker: slow, and the bytes may be hostile.
 * @param file the whole stored file
 * @returns null where the frame cannot be decoded here, or would be drawn otherwise than the file says
 */
export async function drawPreview(file: Uint8Array, instance: DicomInstance): Promise<DrawnPicture | null> {
  const object = objectBytes(file, instance);
  const frame = Math.floor((instance.frames - 1) / 2);
  const pixels = await decodeFrame(frameOf(object, instance, frame), instance);
  if (!pixels) return null;
  const dataSet = JSON.parse(instance.metadata) as DicomJson;
  const look = lookOf(dataSet, frame);
  const { row, column } = spacingOf(dataSet, frame);
  const bytesOf = (tag: string): Uint8Array | undefined => {
    const value = instance.bulk[tag];
    return value && swapBytes(sliceBytes(object, value.range), value.swap);
  };
  const picture = (): Picture | null => {
    if (instance.photometric === 'PALETTE COLOR') {
      const palette = paletteOf(dataSet, look.bits.signed, bytesOf);
      return palette && palettePicture(pixels, look, palette, drawnSide);
    }
    if (pixels.samplesPerPixel >= 3) return colourPicture(pixels, instance.photometric, look, drawnSide);
    return look.tableMissing ? null : greyPicture(pixels, look, drawnSide);
  };
  const drawn = picture();
  if (!drawn) return null;
  const { covered } = drawingsOf(dataSet, frame, {
    columns: pixels.width,
    rows: pixels.height,
    samples: pixels.samples,
    transferSyntax: instance.transferSyntax,
    bytesOf,
  });
  return { ...(covered ? withDrawings(drawn, covered, pixels, drawnSide) : drawn), aspect: row / column };
}
