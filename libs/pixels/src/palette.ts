import { numbers, type DicomJson } from './dicom-json.ts';
import { bytesFromBase64, shapeOf, tableEntries } from './table.ts';

const tables = [
  ['00281101', '00281201'],
  ['00281102', '00281202'],
  ['00281103', '00281203'],
] as const;

/** Red, green and blue (0 to 255) for stored values from `first` on. */
export interface Palette {
  first: number;
  colours: [Uint8Array, Uint8Array, Uint8Array];
}

/** Looks up a table's bytes by tag if the metadata only refers to them; undefined if missing. */
export type TableBytes = (tag: string) => Uint8Array | undefined;

/** The colour tables of a PALETTE COLOR image (PS3.3 C.7.6.3.1.5), or null if one is missing or truncated. */
export function paletteOf(dataSet: DicomJson, signed: boolean, bytesOf: TableBytes): Palette | null {
  let first = 0;
  const colours = tables.flatMap(([descriptor, tag]) => {
    const shape = shapeOf(numbers(dataSet, descriptor), signed);
    const attribute = dataSet[tag];
    if (!shape || !attribute) return [];
    first = shape.first;
    const listed = numbers(dataSet, tag);
    const inline = attribute.InlineBinary;
    const bytes = listed.length > 0 ? undefined : inline ? bytesFromBase64(inline) : bytesOf(tag);
    const entries = bytes ? tableEntries(bytes, shape) : Uint16Array.from(listed);
    if (entries.length < shape.count) return [];
    // Some writers declare 16 bits and fill 8.
    const eightBits = shape.bits <= 8 || entries.every((entry) => entry <= 255);
    return [Uint8Array.from(entries, (entry) => (eightBits ? entry : entry >> 8))];
  });
  const [red, green, blue] = colours;
  return red && green && blue ? { first, colours: [red, green, blue] } : null;
}
