import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  drawingsOf,
  lookOf,
  overlayGroups,
  paletteOf,
  spacingOf,
  type DicomJson,
  type ValueWindow,
} from '@konsil/pixels';
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
 * and the longest side in pixels. A frame may be decoded smaller if its longer side keeps `enough` pixels.
 */
export interface ShownFrame {
  frame: number;
  window: { center: number; width: number; shape?: ValueWindow['shape'] } | null;
  side: number;
  enough?: number;
}

/** Draws the middle frame. @see drawFrame */
export const drawPreview = (file: Uint8Array, instance: DicomInstance): Promise<DrawnPicture | null> =>
  drawFrame(file, instance, {
    frame: Math.floor((instance.frames - 1) / 2),
    window: null,
    side: drawnSide,
    enough: drawnSide,
  });

/**
 * Whether averages of stored values look like the picture: not those of a palette's entries, and of drawings that have
 * the frame's pixels, and not where the range of all values decides the contrast.
 */
const allowsAverages = ({ photometric, metadata, samplesPerPixel }: DicomInstance, { frame, window }: ShownFrame) => {
  if (photometric === 'PALETTE COLOR') return false;
  const dataSet = JSON.parse(metadata) as DicomJson;
  if (overlayGroups(dataSet).length > 0) return false;
  const { rescale, tables, windows, tableMissing } = lookOf(dataSet, frame);
  if (samplesPerPixel >= 3) return true;
  return 'slope' in rescale && tables.length === 0 && !tableMissing && (window !== null || windows.length > 0);
};

/**
 * Draws one frame. For a worker: slow, and the bytes may be hostile.
 * @param file the whole stored file
 * @returns null where the frame cannot be decoded here, or would be drawn otherwise than the file says
 */
export async function drawFrame(
  file: Uint8Array,
  instance: DicomInstance,
  shown: ShownFrame,
): Promise<DrawnPicture | null> {
  const { frame, window, side, enough } = shown;
  if (frame < 0 || frame >= instance.frames) return null;
  const object = objectBytes(file, instance);
  const leastSide = enough && allowsAverages(instance, shown) ? enough : undefined;
  const pixels = await decodeFrame(frameOf(object, instance, frame), instance, leastSide);
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
    if (pixels.samplesPerPixel >= 3) return colourPicture(pixels, look, side);
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
