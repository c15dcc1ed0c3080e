import sharp from 'sharp';
import type { DicomInstance } from './dicom-instance.ts';
import { withoutRegions } from './first-image.ts';
import { limits } from './limits.ts';
import { runInWorker, type DicomSource } from './run-in-worker.ts';
import type { DrawnPicture } from './draw-preview.ts';

/** The image that represents an upload: the middle one of its longest series; none for mere markings of other images. */
export function representativeImage(instances: DicomInstance[]): DicomInstance | undefined {
  const series = new Map<string, DicomInstance[]>();
  for (const instance of withoutRegions(instances))
    series.set(instance.seriesUid, [...(series.get(instance.seriesUid) ?? []), instance]);
  const [longest = []] = [...series.values()].sort((a, b) => b.length - a.length);
  const inOrder = [...longest].sort((a, b) => (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0));
  return inOrder[Math.floor((inOrder.length - 1) / 2)];
}

/** Makes pixels square and fits the longer side; small pictures stay small. */
function sizeOf({ width, height, aspect }: DrawnPicture): { width: number; height: number; fit: 'fill' } {
  const [wide, high] = aspect < 1 ? [width / aspect, height] : [width, height * aspect];
  const scale = Math.min(1, limits.previewSide / Math.max(wide, high));
  return { width: Math.max(1, Math.round(wide * scale)), height: Math.max(1, Math.round(high * scale)), fit: 'fill' };
}

/**
 * A small WebP (at most 512 pixels a side) of the middle frame of an image, without any text of the file.
 * @param source the whole stored file that `instance` was read from
 * @returns null where no picture can be made: show a neutral symbol
 */
export async function renderPreview(source: DicomSource, instance: DicomInstance): Promise<Buffer | null> {
  const picture = (await runInWorker({ task: 'preview', source, instance }, limits.previewMilliseconds).catch(
    () => null,
  )) as DrawnPicture | null;
  if (!picture) return null;
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: picture.channels } })
    .resize(sizeOf(picture))
    .webp({ quality: 80 })
    .toBuffer();
}
