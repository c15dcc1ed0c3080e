import { numbers, text, type DicomJson } from './dicom-json.ts';

/** A DICOM lookup table (PS3.3 C.11.1): values from `first` on map to its entries, others to its first or last one. */
export interface LookupTable {
  first: number;
  entries: ArrayLike<number>;
  /** The largest possible entry for its bits. */
  most: number;
  name: string;
}

export const entryOf = ({ first, entries }: LookupTable, value: number): number =>
  entries[Math.min(entries.length - 1, Math.max(0, Math.round(value) - first))] ?? 0;

export const bytesFromBase64 = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export interface TableShape {
  count: number;
  first: number;
  bits: number;
}

/** @param signed the mapped values may be negative, so a first value beyond 32,767 is a negative one read as unsigned */
export function shapeOf([entries, first = 0, bits = 16]: number[], signed: boolean): TableShape | null {
  if (entries === undefined) return null;
  return { count: entries & 0xffff || 65_536, first: signed && first > 32_767 ? first - 65_536 : first, bits };
}

/** The entries of a table. Eight-bit tables have one byte per entry, or each byte in its own word. */
export function tableEntries(bytes: Uint8Array, { count, bits }: TableShape): Uint16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wide = bits > 8 || bytes.byteLength >= count * 2;
  const there = Math.min(count, wide ? Math.floor(bytes.byteLength / 2) : bytes.byteLength);
  return Uint16Array.from({ length: there }, (_, index) => {
    if (!wide) return bytes[index] ?? 0;
    return bits > 8 ? view.getUint16(index * 2, true) : view.getUint8(index * 2);
  });
}

/** The table of a sequence item, or null if its entries are missing. */
export function tableOf(dataSet: DicomJson, signed: boolean): LookupTable | null {
  const shape = shapeOf(numbers(dataSet, '00283002'), signed);
  const data = dataSet['00283006'];
  if (!shape || !data) return null;
  const listed = numbers(dataSet, '00283006');
  const entries =
    listed.length > 0
      ? Uint16Array.from(listed.slice(0, shape.count))
      : tableEntries(bytesFromBase64(data.InlineBinary ?? ''), shape);
  // A truncated table would map all values beyond to its last entry.
  if (entries.length < shape.count) return null;
  return {
    first: shape.first,
    entries,
    most: 2 ** Math.min(16, Math.max(1, shape.bits)) - 1,
    name: text(dataSet, '00283003'),
  };
}
