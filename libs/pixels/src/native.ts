import type { Samples } from './values.ts';

/**
 * The samples of a frame of uncompressed little-endian numbers, where they are if they are aligned there; unsigned, because `storedValues` applies the sign.
 * @returns null if the frame has fewer bytes than its size needs
 */
export function nativeSamples(
  frame: Uint8Array,
  { count, bitsAllocated }: { count: number; bitsAllocated: number },
): Samples | null {
  if (bitsAllocated === 1) {
    if (frame.length * 8 < count) return null;
    return Uint8Array.from({ length: count }, (_, index) => ((frame[index >> 3] ?? 0) >> (index & 7)) & 1);
  }
  const size = bitsAllocated <= 8 ? 1 : bitsAllocated <= 16 ? 2 : 4;
  if (frame.length < count * size) return null;
  const { buffer, byteOffset } =
    frame.byteOffset % size === 0 ? frame : new Uint8Array(frame.subarray(0, count * size));
  const place = [buffer, byteOffset, count] as const;
  return size === 1 ? new Uint8Array(...place) : size === 2 ? new Uint16Array(...place) : new Uint32Array(...place);
}
