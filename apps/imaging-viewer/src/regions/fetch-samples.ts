import type { Samples } from '@konsil/pixels';
import { decodeFrame } from '../engine/decode.ts';
import { fetchFrame } from '../engine/fetch-frame.ts';
import type { Instance } from '../study/study.ts';

/** The stored samples of a frame; null if it cannot be decoded. @throws the network error */
export async function fetchSamples(instance: Instance, frame: number): Promise<Samples | null> {
  const fetched = await fetchFrame(`${instance.url}/frames/${frame}`);
  return decodeFrame(fetched, instance).then(
    ({ samples }) => samples,
    () => null,
  );
}
