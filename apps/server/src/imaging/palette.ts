import type { BulkValue } from './dicom-instance.ts';
import { turnedRound } from './byte-order.ts';

type JsonDataSet = Record<string, { Value?: unknown[]; InlineBinary?: string }>;

const descriptors = ['00281101', '00281102', '00281103'];
const tables = ['00281201', '00281202', '00281203'];

/** Red, green and blue as shades of 0 to 255 for stored values from `first` on. */
export interface Palette {
  first: number;
  colours: [Uint8Array, Uint8Array, Uint8Array];
}

const numbersOf = (dataSet: JsonDataSet, tag: string): number[] => (dataSet[tag]?.Value ?? []).filter((value) => typeof value === 'number');

function tableBytes(dataSet: JsonDataSet, tag: string, bytes: Uint8Array, bulk: Record<string, BulkValue>): Uint8Array {
  const inline = dataSet[tag]?.InlineBinary;
  if (inline) return Buffer.from(inline, 'base64');
  const values = numbersOf(dataSet, tag);
  if (values.length > 0) return new Uint8Array(Uint16Array.from(values).buffer);
  const value = bulk[tag];
  return value ? turnedRound(bytes.subarray(value.range[0], value.range[0] + value.range[1]), value.swap) : new Uint8Array();
}

/**
 * The colour tables of a PALETTE COLOR image (PS3.3 C.7.6.3.1.5), or null where one is missing.
 * @param bytes what the bulk ranges count in
 */
export function paletteOf(metadata: string, bytes: Uint8Array, bulk: Record<string, BulkValue>): Palette | null {
  const dataSet = JSON.parse(metadata) as JsonDataSet;
  const [entries, first = 0, bits = 16] = numbersOf(dataSet, descriptors[0] ?? '');
  if (entries === undefined) return null;
  const count = entries || 65_536;
  const colours = tables.map((tag) => {
    const table = tableBytes(dataSet, tag, bytes, bulk);
    // Eight-bit tables come one byte an entry, or with each byte in a word of its own.
    const wide = table.length >= count * 2;
    const top = bits > 8 ? 1 : 0;
    return Uint8Array.from({ length: count }, (_, entry) => table[wide ? entry * 2 + top : entry] ?? 0);
  });
  const [red, green, blue] = colours;
  return red && green && blue ? { first, colours: [red, green, blue] } : null;
}
