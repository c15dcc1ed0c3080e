import type { WordSize } from './dicom-instance.ts';

/** The same bytes with every word of `size` bytes turned round; a copy only where something changes. */
export function turnedRound(bytes: Uint8Array, size: WordSize): Uint8Array {
  if (size === 1) return bytes;
  const whole = bytes.length - (bytes.length % size);
  const copy = Buffer.from(bytes);
  const words = copy.subarray(0, whole);
  if (size === 2) words.swap16();
  else if (size === 4) words.swap32();
  else words.swap64();
  return copy;
}
