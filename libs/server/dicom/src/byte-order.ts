import type { WordSize } from './dicom-instance.ts';

/** The bytes with each word of `size` bytes reversed; copies only if needed. */
export function swapBytes(bytes: Uint8Array, size: WordSize): Uint8Array {
  if (size === 1) return bytes;
  const whole = bytes.length - (bytes.length % size);
  const copy = Buffer.from(bytes);
  const words = copy.subarray(0, whole);
  if (size === 2) words.swap16();
  else if (size === 4) words.swap32();
  else words.swap64();
  return copy;
}
