import { drawingsOf, overlayData, overlayGroups, type Drawings } from '@konsil/pixels';
import type { Image, Instance } from '../study/study.ts';
import type { Decoded } from './decode-colour-jpeg.ts';
import type { FetchedFrame } from './fetch-frame.ts';

const planes = new WeakMap<Instance, Promise<Map<string, Uint8Array>>>();

/** The bits of overlay planes that the data set only refers to. */
async function load(instance: Instance): Promise<Map<string, Uint8Array>> {
  const fetched = new Map<string, Uint8Array>();
  await Promise.all(
    overlayGroups(instance.dataSet).map(async (group) => {
      const tag = overlayData(group);
      const uri = instance.dataSet[tag]?.BulkDataURI;
      if (!uri) return;
      // The picture is of use without its drawings, and says that they are missing.
      const bytes = await instance.bulkData(uri).catch(() => null);
      if (bytes) fetched.set(tag, bytes);
      else planes.delete(instance);
    }),
  );
  return fetched;
}

/**
 * The drawing of a file's overlay planes on a picture; null if there are none. Their bits are fetched once for all
 * frames.
 */
export async function drawingsFor(
  { instance, frame }: Image,
  { samples }: Pick<Decoded, 'samples'>,
  { transferSyntax }: Pick<FetchedFrame, 'transferSyntax'>,
): Promise<Drawings | null> {
  const { dataSet, columns, rows } = instance;
  if (overlayGroups(dataSet).length === 0) return null;
  const loading = planes.get(instance) ?? load(instance);
  planes.set(instance, loading);
  const fetched = await loading;
  return drawingsOf(dataSet, frame - 1, { columns, rows, samples, transferSyntax, bytesOf: (tag) => fetched.get(tag) });
}
