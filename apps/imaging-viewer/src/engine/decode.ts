import { getWebWorkerManager } from '@cornerstonejs/core';
import { decodedPhotometric, decodeRle, hasEndMarker, nativeSamples, type Samples } from '@konsil/pixels';
import type { Instance } from '../study/study.ts';
import { BrokenFrame, decodeColourJpeg, type Decoded } from './decode-colour-jpeg.ts';
import type { FetchedFrame } from './fetch-frame.ts';

const decodedWithin = 60_000;
const native = new Set(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99']);
const bigEndian = '1.2.840.10008.1.2.2';
const rle = '1.2.840.10008.1.2.5';
/**
 * JPEG Baseline, and Extended, which may have 12 bits instead of 8: in colours of 8 bits, only the browser follows all
 * markers that declare the colour space.
 */
const mayBeJpegOf8Bits = new Set(['1.2.840.10008.1.2.4.50', '1.2.840.10008.1.2.4.51']);

function turned(bytes: Uint8Array, bitsAllocated: number): Uint8Array {
  const size = bitsAllocated <= 8 ? 1 : bitsAllocated <= 16 ? 2 : 4;
  return Uint8Array.from(bytes, (_, index) => bytes[index - (index % size) + size - 1 - (index % size)] ?? 0);
}

/** Decodes in the library's worker, declared as unsigned numbers: we interpret the values ourselves. */
async function decodeByLibrary(
  { bytes, transferSyntax }: FetchedFrame,
  { columns, rows, samplesPerPixel, bitsAllocated, photometric }: Instance,
): Promise<Decoded> {
  const imageFrame = {
    rows,
    columns,
    samplesPerPixel,
    bitsAllocated,
    bitsStored: bitsAllocated,
    pixelRepresentation: 0,
    planarConfiguration: 0,
    photometricInterpretation: 'MONOCHROME2',
  };
  const decoding = getWebWorkerManager().executeTask('dicomImageLoader', 'decodeTask', {
    imageFrame,
    transferSyntax,
    pixelData: bytes,
    options: { preScale: { enabled: false } },
    decodeConfig: {},
  }) as Promise<{ columns: number; rows: number; pixelData: Samples }>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BrokenFrame('time')), decodedWithin);
  });
  const decoded = await Promise.race([decoding, late]).finally(() => clearTimeout(timer));
  if (
    decoded.columns !== columns ||
    decoded.rows !== rows ||
    decoded.pixelData.length !== columns * rows * samplesPerPixel
  )
    throw new BrokenFrame('size');
  return {
    samples: decoded.pixelData,
    planar: false,
    photometric: decodedPhotometric(photometric, transferSyntax),
    ready: false,
  };
}

/** Decodes a complete frame. @throws BrokenFrame if truncated, or the decoder's error */
export async function decodeFrame(frame: FetchedFrame, instance: Instance): Promise<Decoded> {
  const { columns, rows, samplesPerPixel, bitsAllocated, photometric } = instance;
  const { bytes, transferSyntax } = frame;
  const pixels = columns * rows;
  if (native.has(transferSyntax) || transferSyntax === bigEndian) {
    const perRow = photometric === 'YBR_FULL_422' ? columns + 2 * Math.ceil(columns / 2) : columns * samplesPerPixel;
    const samples = nativeSamples(transferSyntax === bigEndian ? turned(bytes, bitsAllocated) : bytes, {
      count: rows * perRow,
      bitsAllocated,
    });
    if (!samples) throw new BrokenFrame('length');
    return { samples, planar: instance.planar, photometric, ready: false };
  }
  if (transferSyntax === rle) {
    const unpacked = decodeRle(bytes, {
      pixels,
      samples: samplesPerPixel,
      bytesPerSample: Math.ceil(bitsAllocated / 8),
    });
    const samples = unpacked && nativeSamples(unpacked, { count: pixels * samplesPerPixel, bitsAllocated });
    if (!samples) throw new BrokenFrame('length');
    return { samples, planar: true, photometric: decodedPhotometric(photometric, transferSyntax), ready: false };
  }
  if (!hasEndMarker(bytes)) throw new BrokenFrame('end');
  const isColourJpeg = mayBeJpegOf8Bits.has(transferSyntax) && samplesPerPixel >= 3 && bitsAllocated === 8;
  if (!isColourJpeg) return decodeByLibrary(frame, instance);
  return decodeColourJpeg(bytes, instance, () => decodeByLibrary(frame, instance));
}
