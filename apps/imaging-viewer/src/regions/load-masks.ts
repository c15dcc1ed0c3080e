import type { Samples } from '@konsil/pixels';
import { number, text } from '../study/dicom-json.ts';
import { bytesOf, maskOf, shareTable, type Mask, type PlacedFrame, type ShareTable } from '../study/regions/masks.ts';
import type { RegionObject } from '../study/regions/region-object.ts';
import type { Instance } from '../study/study.ts';

/** The most memory for the masks of all segments that are loaded. */
const mostBytes = 64 * 1024 * 1024;
/** A larger frame is not decoded. */
const mostPixels = 4096 * 4096;
const atOnce = 4;
let kept = 0;

export type MaskFault = 'tooLarge' | 'broken' | 'format';

/** Gives back the memory of masks. */
export function forgetMasks(masks: Iterable<{ mask: Mask }>): void {
  for (const { mask } of masks) kept -= bytesOf(mask);
}

function sharesOf({ kind, most }: RegionObject, segment: number): ShareTable {
  if (kind === 'labelMap') return shareTable((sample) => (sample === segment ? 255 : 0));
  if (most !== null) return shareTable((sample) => (sample <= most ? Math.round((sample / most) * 255) : -1));
  return shareTable((sample) => (sample === 0 ? 0 : sample === 1 ? 255 : -1));
}

const native = ['', '1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2', '1.2.840.10008.1.2.1.99'];

/** The reason why frames of an object are not read; null if there is none. */
function faultOf({
  instance: { dataSet, columns, rows, samplesPerPixel, bitsAllocated, refusal },
  kind,
  most,
}: RegionObject): MaskFault | null {
  if (!(columns > 0 && rows > 0)) return 'broken';
  if (columns * rows > mostPixels) return 'tooLarge';
  if (samplesPerPixel !== 1 || number(dataSet, '00280103') === 1) return 'format';
  if (refusal !== null && refusal !== 'oneBit' && refusal !== 'photometric') return 'format';
  if (kind === 'segmentation' && most === null && bitsAllocated !== 1) return 'format';
  if (bitsAllocated === 1 && !native.includes(text(dataSet, '00083002'))) return 'format';
  if ((most !== null && most <= 0) || bitsAllocated > 16) return 'format';
  return null;
}

export interface LoadedMask extends PlacedFrame {
  mask: Mask;
}

/** Fetches the samples of a frame; null if it cannot be decoded. */
export type SamplesOf = (instance: Instance, frame: number) => Promise<Samples | null>;

/**
 * Loads the masks of a segment, frame by frame. All or none: part of a segment would be another one.
 * @param frames in the order of need
 * @param isWanted false ends it
 * @throws the network error
 */
export async function loadMasks(
  object: RegionObject,
  segment: number,
  frames: readonly PlacedFrame[],
  { samplesOf, told, isWanted }: { samplesOf: SamplesOf; told: (loaded: number) => void; isWanted: () => boolean },
): Promise<LoadedMask[] | MaskFault> {
  const fault = faultOf(object);
  if (fault) return fault;
  const { instance } = object;
  const shares = sharesOf(object, segment);
  const masks: LoadedMask[] = [];
  const waiting = [...frames];
  let found: MaskFault | null = null;
  let [done, hasFailed] = [0, false];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && found === null && isWanted(); next = waiting.shift()) {
      const samples = await samplesOf(instance, next.frame);
      // Its memory would not be given back.
      if (hasFailed) return;
      const mask = samples && maskOf(samples, instance, shares, object.most !== null);
      if (!samples || mask === 'broken') found ??= 'broken';
      else if (mask) {
        masks.push({ ...next, mask });
        kept += bytesOf(mask);
        if (kept > mostBytes) found ??= 'tooLarge';
      }
      done += 1;
      told(done);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (failure) {
    hasFailed = true;
    waiting.length = 0;
    forgetMasks(masks);
    throw failure;
  }
  if (found === null && isWanted()) return masks;
  forgetMasks(masks);
  return found ?? [];
}
