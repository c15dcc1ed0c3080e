import { inflateRawSync } from 'node:zlib';
import { swapBytes } from './byte-order.ts';
import { openDataSet } from './data-set.ts';
import type { ByteRange, DicomInstance, FrameIndex } from './dicom-instance.ts';

export const sliceBytes = (bytes: Uint8Array, [offset, length]: ByteRange): Uint8Array =>
  bytes.subarray(offset, offset + length);

/** The bytes that an instance's ranges refer to, extracted from the stored file. Runs in a worker. */
export function objectBytes(
  file: Uint8Array,
  { storedAt, deflated }: Pick<DicomInstance, 'storedAt' | 'deflated'>,
): Uint8Array {
  const stored = sliceBytes(file, storedAt.range);
  // In one piece: joining many would need the memory twice.
  const room = { maxOutputLength: storedAt.size, chunkSize: Math.max(storedAt.size + 1, 64) };
  const object = storedAt.inflate ? inflateRawSync(stored, room) : stored;
  return deflated ? openDataSet(object).bytes : object;
}

/** The byte ranges of a frame. `shift`: bits of the first byte that belong to the previous frame (one-bit images). */
export function frameRanges(pixels: FrameIndex, frame: number): { ranges: readonly ByteRange[]; shift: number } {
  if (pixels.kind === 'encapsulated') return { ranges: pixels.frames[frame] ?? [], shift: 0 };
  const startBit = pixels.frameBits * frame;
  const first = Math.floor(startBit / 8);
  return {
    ranges: [[pixels.offset + first, Math.ceil((startBit + pixels.frameBits) / 8) - first]],
    shift: startBit % 8,
  };
}

function shifted(bytes: Uint8Array, shift: number, length: number): Uint8Array {
  return Uint8Array.from(
    { length },
    (_, index) => ((bytes[index] ?? 0) >> shift) | (((bytes[index + 1] ?? 0) << (8 - shift)) & 0xff),
  );
}

/** Assembles a frame as DICOMweb sends it: native ones in little endian, compressed ones as stored. */
export function assembleFrame(pixels: FrameIndex, parts: Uint8Array[], shift: number): Uint8Array {
  const bytes = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  if (pixels.kind === 'encapsulated') return bytes;
  const aligned = shift === 0 ? bytes : shifted(bytes, shift, Math.ceil(pixels.frameBits / 8));
  return swapBytes(aligned, pixels.swap);
}

/** Extracts one frame from the object's bytes. */
export function frameOf(object: Uint8Array, instance: Pick<DicomInstance, 'pixels'>, frame: number): Uint8Array {
  const { ranges, shift } = frameRanges(instance.pixels, frame);
  return assembleFrame(
    instance.pixels,
    ranges.map((range) => sliceBytes(object, range)),
    shift,
  );
}
