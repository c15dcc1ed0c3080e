import { setImmediate as nextTurn } from 'node:timers/promises';
import { drawingsOf, lookOf, paletteOf, spacingOf, type DicomJson, type ValueWindow } from '@konsil/pixels';
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
 * A frame, counted from 0, with the window to draw it in (null: the file's own; of the file's shape unless it has one),
 * and the longest side in pixels.
 */
export interface ShownFrame {
  frame: number;
  window: { center: number; width: number; shape?: ValueWindow['shape'] } | null;
  side: number;
}

/** Draws the middle frame. @see drawFrame */
export const drawPreview = (file: Uint8Array, instance: DicomInstance): Promise<DrawnPicture | null> =>
  drawFrame(file, instance, { frame: Math.floor((instance.frames - 1) / 2), window: null, side: drawnSide });

/**
 * Draws one frame. For a worker: slow, and the bytes may be hostile.
 * @param file the whole stored file
 * @returns null where the frame cannot be decoded here, or would be drawn otherwise than the file says
 */
export async function drawFrame(
  file: Uint8Array,
  instance: DicomInstance,
  { frame, window, side }: ShownFrame,
): Promise<DrawnPicture | null> {
  if (frame < 0 || frame >= instance.frames) return null;
  const object = objectBytes(file, instance);
  const pixels = await decodeFrame(frameOf(object, instance, frame), instance);
  // The codec's own memory, 50 MB and more, is let go with the next turn, and must be free before the picture is drawn.
  await nextTurn();
  globalThis.gc?.();
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
      return palette && palettePicture(pixels, look, palette, side);
    }
    if (pixels.samplesPerPixel >= 3) return colourPicture(pixels, instance.photometric, look, side);
    return look.tableMissing ? null : greyPicture(pixels, look, side, window);
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
  return { ...(covered ? withDrawings(drawn, covered, pixels, side) : drawn), aspect: row / column };
}
