import { decodedPhotometric, decodeRle, hasEndMarker, nativeSamples, type Samples } from '@konsil/pixels';
import type { DicomInstance } from './dicom-instance.ts';
import { encodedSize, halvingsOf } from './encoded-size.ts';
import { isNative, transferSyntaxes } from './transfer-syntaxes.ts';

/** One decoded frame. */
export interface Pixels {
  width: number;
  height: number;
  samplesPerPixel: number;
  /** Samples are stored plane by plane. */
  planar: boolean;
  /** Photometric interpretation of the samples, which may differ from the file's. */
  photometric: string;
  /** As stored; `Look` extracts the value bits. */
  samples: Samples;
}

type FrameLayout = Pick<
  DicomInstance,
  | 'rows'
  | 'columns'
  | 'samplesPerPixel'
  | 'bitsAllocated'
  | 'bitsStored'
  | 'signed'
  | 'planar'
  | 'photometric'
  | 'transferSyntax'
>;

// The viewer uses the same codecs; the server loads them on demand.
const codecs = {
  jpeg: { load: () => import('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs'), decoder: 'JPEGDecoder' },
  jpegLs: { load: () => import('@cornerstonejs/codec-charls/decodewasmjs'), decoder: 'JpegLSDecoder' },
  jpeg2000: { load: () => import('@cornerstonejs/codec-openjpeg/decodewasmjs'), decoder: 'J2KDecoder' },
  htj2k: { load: () => import('@cornerstonejs/codec-openjph/wasmjs'), decoder: 'HTJ2KDecoder' },
} as const;

const codecOf = new Map(
  Object.entries<keyof typeof codecs>({
    [transferSyntaxes.jpegBaseline]: 'jpeg',
    [transferSyntaxes.jpegLsLossless]: 'jpegLs',
    [transferSyntaxes.jpegLsNearLossless]: 'jpegLs',
    [transferSyntaxes.jpeg2000Lossless]: 'jpeg2000',
    [transferSyntaxes.jpeg2000]: 'jpeg2000',
    [transferSyntaxes.htj2kLossless]: 'htj2k',
    [transferSyntaxes.htj2kLosslessRpcl]: 'htj2k',
    [transferSyntaxes.htj2k]: 'htj2k',
  }),
);
const lossless = new Set<string>([transferSyntaxes.jpegLossless, transferSyntaxes.jpegLosslessFirstOrder]);

/** Bytes as numbers, without a copy if aligned, because a frame of a mammogram has 40 MB. */
function samplesOf(bytes: Uint8Array, bits: number, signed: boolean): Samples {
  const size = bits <= 8 ? 1 : bits <= 16 ? 2 : 4;
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  const place = [buffer, byteOffset, Math.floor(byteLength / size)] as const;
  if (size === 1) return signed ? new Int8Array(...place) : new Uint8Array(...place);
  if (size === 2) return signed ? new Int16Array(...place) : new Uint16Array(...place);
  return signed ? new Int32Array(...place) : new Uint32Array(...place);
}

/** Frames up to this size are decoded whole, with the values of the file. */
const wholePixels = 4 * 1024 * 1024;
/** How often a large JPEG 2000 frame is halved, so that its longer side keeps at least this many pixels. */
const halvingsFor = (frame: Uint8Array, { columns, rows }: FrameLayout, leastSide: number): number =>
  columns * rows <= wholePixels
    ? 0
    : Math.min(halvingsOf(frame), Math.max(0, Math.floor(Math.log2(Math.max(columns, rows) / leastSide))));

async function decodeWasm(
  name: keyof typeof codecs,
  frame: Uint8Array,
  layout: FrameLayout,
  leastSide: number,
): Promise<Pixels> {
  const { load, decoder: className } = codecs[name];
  const silent = () => undefined;
  const { default: start } = await load();
  const { [className]: Decoder } = await start({ print: silent, printErr: silent });
  if (!Decoder) throw new Error('codec without its decoder');
  const decoder = new Decoder();
  decoder.getEncodedBuffer(frame.length).set(frame);
  const halvings = name === 'jpeg2000' ? halvingsFor(frame, layout, leastSide) : 0;
  // 0: all quality layers.
  if (halvings > 0) decoder.decodeSubResolution(halvings, 0);
  else decoder.decode();
  const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
  return {
    ...(halvings > 0 ? decoder.calculateSizeAtDecompositionLevel(halvings) : { width, height }),
    samplesPerPixel: componentCount,
    planar: false,
    photometric: decodedPhotometric(layout.photometric, layout.transferSyntax),
    samples: samplesOf(decoder.getDecodedBuffer(), bitsPerSample, layout.signed),
  };
}

async function decodeLossless(frame: Uint8Array, layout: FrameLayout): Promise<Pixels> {
  const { Decoder } = await import('@cornerstonejs/jpeg-lossless-decoder-js');
  const { buffer } = new Uint8Array(frame);
  const decoded = new Decoder().decode(buffer, 0, buffer.byteLength, layout.bitsAllocated <= 8 ? 1 : 2);
  const bytes = new Uint8Array(decoded.buffer, decoded.byteOffset, decoded.byteLength);
  return {
    width: layout.columns,
    height: layout.rows,
    samplesPerPixel: layout.samplesPerPixel,
    planar: false,
    photometric: decodedPhotometric(layout.photometric, layout.transferSyntax),
    samples: samplesOf(bytes, layout.bitsAllocated, layout.signed),
  };
}

function decodeNative(frame: Uint8Array, layout: FrameLayout): Pixels | null {
  const { rows, columns, bitsAllocated, samplesPerPixel, photometric } = layout;
  // 4:2:2: each pair shares its chroma values.
  const perRow = photometric === 'YBR_FULL_422' ? columns + 2 * Math.ceil(columns / 2) : columns * samplesPerPixel;
  const samples = nativeSamples(frame, { count: rows * perRow, bitsAllocated });
  return samples && { width: columns, height: rows, samplesPerPixel, planar: layout.planar, photometric, samples };
}

function decodeRleFrame(frame: Uint8Array, layout: FrameLayout): Pixels | null {
  const { rows, columns, samplesPerPixel, bitsAllocated } = layout;
  const bytes = decodeRle(frame, {
    pixels: rows * columns,
    samples: samplesPerPixel,
    bytesPerSample: bitsAllocated / 8,
  });
  const samples = bytes && nativeSamples(bytes, { count: rows * columns * samplesPerPixel, bitsAllocated });
  const photometric = decodedPhotometric(layout.photometric, layout.transferSyntax);
  return samples && { width: columns, height: rows, samplesPerPixel, planar: true, photometric, samples };
}

/**
 * Decodes one frame as DICOMweb sends it. Runs in a worker, because the bytes may be hostile.
 * @param leastSide pixels of the longer side that are enough: a large JPEG 2000 frame is then decoded smaller, with less
 * memory; its values are averages
 * @returns null without a decoder, or if the frame is truncated or has another size than its file declares
 */
export async function decodeFrame(
  frame: Uint8Array,
  layout: FrameLayout,
  leastSide = Number.POSITIVE_INFINITY,
): Promise<Pixels | null> {
  if (isNative(layout.transferSyntax)) return decodeNative(frame, layout);
  if (layout.transferSyntax === transferSyntaxes.rle) return decodeRleFrame(frame, layout);
  const size = encodedSize(frame);
  if (
    !size ||
    size.columns !== layout.columns ||
    size.rows !== layout.rows ||
    size.samples !== layout.samplesPerPixel ||
    !hasEndMarker(frame)
  )
    return null;
  const codec = codecOf.get(layout.transferSyntax);
  if (codec) return decodeWasm(codec, frame, layout, leastSide);
  return lossless.has(layout.transferSyntax) ? decodeLossless(frame, layout) : null;
}
