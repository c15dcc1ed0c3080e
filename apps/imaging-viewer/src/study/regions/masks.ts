import type { Samples } from '@konsil/pixels';
import type { Affine } from '../../engine/affine.ts';
import {
  between,
  cornersOf,
  distanceFrom,
  nothingUnplaced,
  planeOf,
  roundingOff,
  slicesFor,
  type Slice,
  type Unplaced,
} from './image-plane.ts';
import { segmentOf, sourcesOf, type RegionObject } from './region-object.ts';

/** The part of a frame that a segment covers: one bit a pixel, or the shares of a fractional segmentation. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  /** One bit for each pixel, the lowest first; null for shares. */
  bits: Uint8Array | null;
  /** 0 to 255; null for bits. */
  shares: Uint8Array | null;
  /** The number of pixels, shares counted as such. */
  pixels: number;
}

/** A frame of a segmentation on the picture that it belongs to. */
export interface PlacedFrame {
  frame: number;
  slice: Slice;
  /** From its columns and rows to those of the picture. */
  toPicture: Affine;
  /** Square millimetres of one of its pixels. */
  pixelArea: number;
}

/** The frames of a segment on their pictures; counts those that belong on none. */
export function framesOn(
  { instance, kind }: RegionObject,
  segment: number,
  targets: readonly (readonly Slice[])[],
): { frames: PlacedFrame[]; unplaced: Unplaced } {
  const best = new Map<string, (PlacedFrame & { depth: number })[]>();
  const unplaced = nothingUnplaced();
  for (let frame = 1; frame <= instance.frames; frame += 1) {
    if (kind === 'segmentation' && segmentOf(instance.dataSet, frame) !== segment) continue;
    const plane = planeOf({ id: '', instance, frame });
    if (!plane) {
      unplaced.between += 1;
      continue;
    }
    const corners = cornersOf(plane);
    const names = sourcesOf(instance.dataSet, frame);
    const slices = slicesFor(
      targets,
      ({ plane: other }) => {
        const distances = corners.map((corner) => distanceFrom(other, corner));
        return [Math.min(...distances), Math.max(...distances)];
      },
      names,
      unplaced,
    );
    for (const slice of slices) {
      const depth = distanceFrom(slice.plane, plane.origin);
      const placed = {
        frame,
        slice,
        toPicture: between(plane, slice.plane),
        pixelArea: plane.column * plane.row,
        depth,
      };
      const [known, ...others] = best.get(slice.image.id) ?? [];
      if (known && Math.abs(known.depth - depth) < roundingOff) best.set(slice.image.id, [known, ...others, placed]);
      // Thinner frames than pictures: the nearest is shown.
      else if (!known || Math.abs(depth) < Math.abs(known.depth)) best.set(slice.image.id, [placed]);
    }
  }
  const frames = [...best.values()].flatMap(([first, ...others]): PlacedFrame[] => {
    if (!first) return [];
    const { depth: _, ...placed } = first;
    // Several frames in one place, such as times or tiles: which one is meant is not certain.
    if (others.length > 0) unplaced.twice += others.length + 1;
    return others.length > 0 ? [] : [placed];
  });
  return { frames, unplaced };
}

/** The share of a pixel by its sample, 0 to 255; -1 for a sample that the file must not have. */
export type ShareTable = Int16Array;
export const shareTable = (shareOf: (sample: number) => number): ShareTable =>
  Int16Array.from({ length: 65_536 }, (_, sample) => shareOf(sample));

/** The part of a frame that a segment covers; null if it covers nothing. */
export function maskOf(
  samples: Samples,
  { columns, rows }: { columns: number; rows: number },
  table: ShareTable,
  asShares: boolean,
): Mask | null | 'broken' {
  let [left, right, top, bottom, sum] = [columns, -1, rows, -1, 0];
  for (let row = 0, at = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, at += 1) {
      const share = table[samples[at] ?? -1] ?? -1;
      if (share === 0) continue;
      if (share < 0) return 'broken';
      sum += share;
      if (column < left) left = column;
      if (column > right) right = column;
      if (row < top) top = row;
      bottom = row;
    }
  if (right < 0) return null;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const bits = asShares ? null : new Uint8Array(Math.ceil((width * height) / 8));
  const shares = asShares ? new Uint8Array(width * height) : null;
  let at = 0;
  for (let row = top; row <= bottom; row += 1)
    for (let from = row * columns + left, end = from + width; from < end; from += 1, at += 1) {
      const share = table[samples[from] ?? -1] ?? 0;
      if (shares) shares[at] = share;
      else if (bits && share > 0) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
    }
  return { left, top, width, height, bits, shares, pixels: sum / 255 };
}

export const bytesOf = ({ bits, shares }: Mask): number => bits?.length ?? shares?.length ?? 0;

/** The share of a pixel of a mask, 0 to 255. */
export const shareAt = ({ bits, shares }: Mask, at: number): number =>
  shares ? (shares[at] ?? 0) : (((bits?.[at >> 3] ?? 0) >> (at & 7)) & 1) * 255;
