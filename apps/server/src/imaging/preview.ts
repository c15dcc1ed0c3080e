import sharp from 'sharp';
import type { DicomInstance } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { runInWorker, type DicomSource } from './run-in-worker.ts';
import type { Picture } from './shade-frame.ts';

/** The image that stands for an upload: the middle one of its longest series. */
export function representative(instances: DicomInstance[]): DicomInstance | undefined {
  const series = new Map<string, DicomInstance[]>();
  for (const instance of instances) series.set(instance.seriesUid, [...(series.get(instance.seriesUid) ?? []), instance]);
  const [longest = []] = [...series.values()].sort((a, b) => b.length - a.length);
  const inOrder = [...longest].sort((a, b) => (a.instanceNumber ?? 0) - (b.instanceNumber ?? 0));
  return inOrder[Math.floor((inOrder.length - 1) / 2)];
}

/**
 * A small WebP (at most 512 pixels a side) of the middle frame of an image, without any text of the file.
 * @param source the whole stored file that `instance` was read from
 * @returns null where no picture can be made: show a neutral symbol
 */
export async function renderPreview(source: DicomSource, instance: DicomInstance): Promise<Buffer | null> {
  const picture = (await runInWorker({ task: 'preview', source, instance }, limits.previewMilliseconds).catch(() => null)) as Picture | null;
  if (!picture) return null;
  return sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: picture.channels } })
    .resize(limits.previewSide, limits.previewSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}
