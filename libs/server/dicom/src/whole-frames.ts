import { decodeRle, hasEndMarker, isWholeJpeg } from '@konsil/pixels';
import { decodeFrame } from './decode-frame.ts';
import { encodedSize } from './encoded-size.ts';
import { limits } from './limits.ts';
import { frameOf } from './object-bytes.ts';
import type { ParsedInstance } from './parse-instance.ts';
import { transferSyntaxes } from './transfer-syntaxes.ts';

const mebibyte = 1024 * 1024;
/** Larger frames are not decoded here: a decoder may hold several copies. */
const mostDecodedBytes = 8 * mebibyte;

const streams = new Set<string>([
  transferSyntaxes.jpegBaseline,
  transferSyntaxes.jpegLossless,
  transferSyntaxes.jpegLosslessFirstOrder,
  transferSyntaxes.jpegLsLossless,
  transferSyntaxes.jpegLsNearLossless,
  transferSyntaxes.jpeg2000Lossless,
  transferSyntaxes.jpeg2000,
  transferSyntaxes.htj2kLossless,
  transferSyntaxes.htj2kLosslessRpcl,
  transferSyntaxes.htj2k,
]);

/** True if a compressed frame has its beginning, its declared size and its end. */
function hasWholeShape(frame: Uint8Array, layout: ParsedInstance): boolean {
  const { rows, columns, samplesPerPixel: samples, bitsAllocated, transferSyntax } = layout;
  if (transferSyntax === transferSyntaxes.rle && bitsAllocated % 8 === 0)
    return decodeRle(frame, { pixels: rows * columns, samples, bytesPerSample: bitsAllocated / 8 }) !== null;
  if (!streams.has(transferSyntax)) return true;
  const size = encodedSize(frame);
  return size?.rows === rows && size.columns === columns && hasEndMarker(frame);
}

/** Some decoders fail without an error, and give a picture of no size. */
const decodes = (frame: Uint8Array, layout: ParsedInstance): Promise<boolean> =>
  decodeFrame(frame, layout).then(
    (picture) => picture?.width === layout.columns && picture.height === layout.rows,
    () => false,
  );

/** True if the codes of a JPEG frame are incomplete. Reading them is faster than decoding, and needs no memory. */
const lacksCodes = (frame: Uint8Array, { transferSyntax }: ParsedInstance): boolean =>
  transferSyntax === transferSyntaxes.jpegBaseline && frame.length <= limits.codesBytes && isWholeJpeg(frame) === false;

/**
 * The reason why a compressed image cannot be shown whole; null if nothing is wrong. Native frames are as long as they must be.
 * @param object the image's bytes
 * @param spent the CPU time of the upload until now, in milliseconds
 */
export async function damageOf(
  object: Uint8Array,
  instance: ParsedInstance,
  spent: () => number,
): Promise<'truncated' | 'unreadable' | null> {
  const { pixels, rows, columns, samplesPerPixel, bitsAllocated, transferSyntax } = instance;
  if (pixels.kind !== 'encapsulated') return null;
  const isSmall = rows * columns * samplesPerPixel * (bitsAllocated / 8) <= mostDecodedBytes;
  for (let index = 0; index < pixels.frames.length; index += 1) {
    const frame = frameOf(object, instance, index);
    if ((isSmall || transferSyntax !== transferSyntaxes.rle) && !hasWholeShape(frame, instance)) return 'truncated';
    if (isSmall && streams.has(transferSyntax) && spent() < limits.decodeMilliseconds) {
      if (!(await decodes(frame, instance))) return 'unreadable';
    } else if (spent() < limits.codesMilliseconds && lacksCodes(frame, instance)) return 'unreadable';
  }
  return null;
}
