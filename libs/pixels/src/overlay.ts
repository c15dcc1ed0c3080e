import { number, numbers, type DicomJson } from './dicom-json.ts';
import { lookOf } from './look.ts';
import type { TableBytes } from './palette.ts';
import { bytesFromBase64 } from './table.ts';
import type { Samples } from './values.ts';

const groups = Array.from({ length: 16 }, (_, index) => (0x6000 + index * 2).toString(16).toUpperCase());
// Other compression may change the bits beside the values.
const keepsAllBits = new Set(['', '.1', '.1.99', '.2', '.5'].map((end) => `1.2.840.10008.1.2${end}`));
const declares = ['0010', '0100', '3000'];

/** The groups of the overlay planes that the file declares (PS3.3 C.9.2), such as `6000`. */
export const overlayGroups = (dataSet: DicomJson): string[] =>
  groups.filter((group) => declares.some((element) => dataSet[group + element]));

/** The tag of the bits of an overlay plane, where the file has them apart from the pixels. */
export const overlayData = (group: string): string => `${group}3000`;

/** The drawings of a file's overlay planes on a frame. */
export interface Drawings {
  /** One byte per pixel, 1 where something is drawn; null if nothing is. */
  covered: Uint8Array | null;
  /** The file declares a plane that cannot be drawn: its bits are missing or contradict its header. */
  missing: boolean;
}

interface DrawnFrame {
  columns: number;
  rows: number;
  /** As decoded, with all bits. */
  samples: Samples;
  transferSyntax: string;
  bytesOf: TableBytes;
}

type Covers = (column: number, row: number) => boolean;

/** Bits beside the values (PS3.3-2004 C.9.2). Null if the plane cannot be read. */
function coversByPixels(dataSet: DicomJson, group: string, drawn: DrawnFrame): Covers | null {
  const { samples, columns, rows, transferSyntax } = drawn;
  const position = number(dataSet, `${group}0102`) ?? 0;
  const allocated = number(dataSet, '00280100') ?? 16;
  const { high, stored } = lookOf(dataSet, 0).bits;
  const isValue = position <= high && position > high - stored;
  if (isValue || position >= allocated || samples.length !== columns * rows) return null;
  if (!keepsAllBits.has(transferSyntax)) return null;
  return (column, row) => (((samples[row * columns + column] ?? 0) >>> position) & 1) === 1;
}

/** Reads a plane with its own bit data, eight pixels in a byte, lowest bit first; null if it cannot be read. */
function coversByData(dataSet: DicomJson, group: string, frame: number, bytes: Uint8Array): Covers | null {
  const [rows = 0, columns = 0] = [number(dataSet, `${group}0010`), number(dataSet, `${group}0011`)];
  const [firstRow = 1, firstColumn = 1] = numbers(dataSet, `${group}0050`);
  const [count, first] = [number(dataSet, `${group}0015`), number(dataSet, `${group}0051`)];
  // Without both, the plane is for all frames.
  const isForAll = count === undefined && first === undefined;
  const at = isForAll ? 0 : frame + 1 - (first ?? 1);
  const whole = Math.ceil((rows * columns * (count ?? 1)) / 8);
  const hasOtherSize = (number(dataSet, `${group}0100`) ?? 1) > 1 && bytes.length > whole + 1;
  if (whole < 1 || bytes.length < whole || hasOtherSize) return null;
  if (at < 0 || at >= (count ?? 1)) return () => false;
  return (column, row) => {
    const [right, down] = [column + 1 - firstColumn, row + 1 - firstRow];
    if (right < 0 || down < 0 || right >= columns || down >= rows) return false;
    const bit = (at * rows + down) * columns + right;
    return (((bytes[Math.floor(bit / 8)] ?? 0) >> (bit % 8)) & 1) === 1;
  };
}

/**
 * The overlays of a file on a frame.
 * @param frame counted from 0
 */
export function drawingsOf(dataSet: DicomJson, frame: number, drawn: DrawnFrame): Drawings {
  const { columns, rows, bytesOf } = drawn;
  let covered: Uint8Array | null = null;
  let missing = false;
  for (const group of overlayGroups(dataSet)) {
    const data = dataSet[overlayData(group)];
    const bytes = data?.InlineBinary ? bytesFromBase64(data.InlineBinary) : bytesOf(overlayData(group));
    const covers = bytes
      ? coversByData(dataSet, group, frame, bytes)
      : !data && (number(dataSet, `${group}0100`) ?? 1) > 1
        ? coversByPixels(dataSet, group, drawn)
        : null;
    if (!covers) {
      missing = true;
      continue;
    }
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        if (!covers(column, row)) continue;
        covered ??= new Uint8Array(columns * rows);
        covered[row * columns + column] = 1;
      }
  }
  return { covered, missing };
}
