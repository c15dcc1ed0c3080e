import type { Element } from 'dicom-parser';
import { pixelData, type OpenedDataSet } from './data-set.ts';
import type { ByteRange, DicomInstance, FrameIndex, WordSize } from './dicom-instance.ts';
import { limits } from './limits.ts';
import { DicomProblem } from './read-errors.ts';
import { isNative, transferSyntaxes } from './transfer-syntaxes.ts';

type Layout = Pick<
  DicomInstance,
  'rows' | 'columns' | 'frames' | 'samplesPerPixel' | 'bitsAllocated' | 'photometric' | 'transferSyntax'
>;

// 4:2:2: each pair shares its chroma values, so three samples take the room of two.
const samplesStored = ({ photometric, samplesPerPixel }: Layout): number =>
  photometric === 'YBR_FULL_422' ? 2 : samplesPerPixel;

function nativeFrames(opened: OpenedDataSet, element: Element, layout: Layout): FrameIndex {
  const frameBits = layout.rows * layout.columns * samplesStored(layout) * layout.bitsAllocated;
  if (element.length * 8 < frameBits * layout.frames) throw new DicomProblem('truncated');
  const wide: WordSize = layout.bitsAllocated === 32 ? 4 : 2;
  return {
    kind: 'native',
    offset: element.dataOffset,
    frameBits,
    swap: opened.bigEndian && element.vr !== 'OB' ? wide : 1,
  };
}

type Fragment = NonNullable<Element['fragments']>[number];
const rangeOf = ({ position, length }: Fragment): ByteRange => [position, length];

/** Splits fragments into frames at the given indexes. */
const cutAt = (fragments: Fragment[], starts: number[]): ByteRange[][] =>
  starts.map((start, index) => fragments.slice(start, starts[index + 1]).map(rangeOf));

function startsByOffset(fragments: Fragment[], offsets: number[]): number[] {
  const position = new Map(fragments.map((fragment, index) => [fragment.offset, index]));
  return offsets.flatMap((offset) => position.get(offset) ?? []);
}

function extendedOffsets(opened: OpenedDataSet): number[] {
  const table = opened.dataSet.elements['x7fe00001'];
  if (!table) return [];
  const view = new DataView(opened.bytes.buffer, opened.bytes.byteOffset + table.dataOffset, table.length);
  return Array.from({ length: Math.floor(table.length / 8) }, (_, index) => Number(view.getBigUint64(index * 8, true)));
}

const startsImage = (bytes: Uint8Array, { position }: Fragment): boolean =>
  bytes[position] === 0xff &&
  (bytes[position + 1] === 0xd8 || (bytes[position + 1] === 0x4f && bytes[position + 2] === 0xff));

function encapsulatedFrames(opened: OpenedDataSet, element: Element, { frames, transferSyntax }: Layout): FrameIndex {
  const fragments = (element.fragments ?? []).filter(({ length }) => length > 0);
  if (fragments.some(({ position, length }) => position + length > opened.bytes.length))
    throw new DicomProblem('truncated');
  if (fragments.length < frames) throw new DicomProblem('truncated');
  if (fragments.length === frames)
    return { kind: 'encapsulated', frames: fragments.map((fragment) => [rangeOf(fragment)]) };
  if (frames === 1) return { kind: 'encapsulated', frames: [fragments.map(rangeOf)] };

  const tables = [element.basicOffsetTable ?? [], extendedOffsets(opened)].map((offsets) =>
    startsByOffset(fragments, offsets),
  );
  // Without a table, a frame starts with its codec's marker; RLE has no marker and one fragment per frame.
  const markers =
    transferSyntax === transferSyntaxes.rle
      ? []
      : fragments.flatMap((fragment, index) => (startsImage(opened.bytes, fragment) ? [index] : []));
  const starts = [...tables, markers].find((candidate) => candidate.length === frames);
  if (!starts) throw new DicomProblem('unreadable');
  return { kind: 'encapsulated', frames: cutAt(fragments, starts) };
}

/**
 * Locates each frame.
 * @throws DicomProblem `no_image` without pixels, `truncated` if some are missing, `unreadable` if frames cannot be
 * separated
 */
export function indexFrames(opened: OpenedDataSet, layout: Layout): FrameIndex {
  const element = opened.dataSet.elements[pixelData];
  if (!element || element.length === 0) throw new DicomProblem('no_image');
  // A compressed frame may declare any size, and every viewer would allocate it.
  if (layout.rows * layout.columns * layout.samplesPerPixel * layout.bitsAllocated > limits.frameBytes * 8)
    throw new DicomProblem('zip_bomb');
  if (element.encapsulatedPixelData) return encapsulatedFrames(opened, element, layout);
  if (!isNative(layout.transferSyntax)) throw new DicomProblem('truncated');
  return nativeFrames(opened, element, layout);
}
