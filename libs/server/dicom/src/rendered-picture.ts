import sharp from 'sharp';
import type { DicomInstance } from './dicom-instance.ts';
import type { DrawnPicture, ShownFrame } from './draw-preview.ts';
import { limits } from './limits.ts';
import { runInWorker, type DicomSource } from './run-in-worker.ts';

/** A frame as a picture: counted from 0, in a window (null: the file's own), within a size (null: its own). */
export interface Rendering {
  frame: number;
  window: ShownFrame['window'];
  viewport: { width: number; height: number } | null;
  /** JPEG quality, 1 to 100. */
  quality: number;
}
export interface JpegPicture {
  jpeg: Buffer;
  width: number;
  height: number;
}

/** Longest side of a picture: more than a mammogram or a radiograph has. */
export const mostRenderedSide = 5_000;

const squareSize = ({ width, height, aspect }: DrawnPicture) => {
  const [wider, higher] = aspect < 1 ? [1 / aspect, 1] : [1, aspect];
  return { width: Math.round(width * wider), height: Math.round(height * higher), wider, higher };
};
const resized = ({ data, width, height, channels }: DrawnPicture, size: { width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels } })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb');

/** A drawn frame with square pixels, none of them lost. */
export const withSquarePixels = (drawn: DrawnPicture) => {
  const { wider, higher, ...size } = squareSize(drawn);
  return { picture: resized(drawn, size), ...size, wider, higher };
};

/** A drawn frame with square pixels within a size (null: its own), in one step. */
const picturedAt = (drawn: DrawnPicture, viewport: Rendering['viewport']) => {
  const { width, height } = squareSize(drawn);
  const scale = viewport ? Math.min(viewport.width / width, viewport.height / height) : 1;
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return resized(drawn, { width: scaled(width), height: scaled(height) });
};

/**
 * One frame with all its pixels, as a JPEG without any text of the file.
 * @param source the whole stored file that `instance` was read from
 * @returns null where it would be drawn otherwise than the file says, or smaller than it is
 */
export async function renderFrame(
  source: DicomSource,
  instance: DicomInstance,
  { frame, window, viewport, quality }: Rendering,
): Promise<JpegPicture | null> {
  const side = Math.max(instance.columns, instance.rows);
  if (side > mostRenderedSide) return null;
  const shown: ShownFrame = { frame, window, side };
  const drawn = (await runInWorker({ task: 'frame', source, instance, shown }, limits.renderMilliseconds).catch(
    () => null,
  )) as DrawnPicture | null;
  if (!drawn) return null;
  const { data, info } = await picturedAt(drawn, viewport)
    // Optimised coding would hold all coefficients: 120 MB for a mammogram.
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
