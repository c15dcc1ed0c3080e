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

/** A drawn frame with square pixels, none of them lost. */
export const withSquarePixels = ({ data, width, height, channels, aspect }: DrawnPicture) => {
  const [wider, higher] = aspect < 1 ? [1 / aspect, 1] : [1, aspect];
  const size = { width: Math.round(width * wider), height: Math.round(height * higher) };
  const picture = sharp(data, { raw: { width, height, channels } })
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb');
  return { picture, ...size, wider, higher };
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
  const drawn = (await runInWorker({ task: 'frame', source, instance, shown }, limits.previewMilliseconds).catch(
    () => null,
  )) as DrawnPicture | null;
  if (!drawn) return null;
  const { picture } = withSquarePixels(drawn);
  const whole = sharp(await picture.png().toBuffer());
  const { data, info } = await (viewport ? whole.resize({ ...viewport, fit: 'inside' }) : whole)
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
