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

const squareSize = ({ width, height, aspect }: Pick<DrawnPicture, 'width' | 'height' | 'aspect'>) => {
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

/** The size of a frame with square pixels within another size (null: its own). */
const sizeWithin = (frame: Pick<DrawnPicture, 'width' | 'height' | 'aspect'>, viewport: Rendering['viewport']) => {
  const { width, height } = squareSize(frame);
  const scale = viewport ? Math.min(viewport.width / width, viewport.height / height) : 1;
  const scaled = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
};

/**
 * One frame with all its pixels, or as many as the viewport has, as a JPEG without any text of the file.
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
  // Pixels that are not square have at least this many.
  const enough = viewport ? Math.max(viewport.width, viewport.height) : undefined;
  const shown: ShownFrame = { frame, window, side, enough };
  const drawn = (await runInWorker({ task: 'frame', source, instance, shown }, limits.renderMilliseconds).catch(
    () => null,
  )) as DrawnPicture | null;
  if (!drawn) return null;
  // Of the frame as stored: a smaller one has rounded sides.
  const { aspect } = drawn;
  const size = sizeWithin({ width: instance.columns, height: instance.rows, aspect }, viewport);
  const { data, info } = await resized(drawn, size)
    // Optimised coding would hold all coefficients: 120 MB for a mammogram.
    .jpeg({ quality, chromaSubsampling: '4:4:4', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
