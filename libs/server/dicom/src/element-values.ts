import type { DataSet, Element } from 'dicom-parser';
import type { OpenedDataSet } from './data-set.ts';
import { textValues } from '@konsil/dicom-header/dicom-text';
import type { WordSize } from './dicom-instance.ts';
import { vrOfTag } from './vr-of-tag.ts';

/** Bytes per number of a VR. */
export const numberSize: Record<string, number> = { US: 2, SS: 2, UL: 4, SL: 4, FL: 4, FD: 8, SV: 8, UV: 8, AT: 4 };
const wordSizes: Record<string, WordSize> = {
  US: 2,
  SS: 2,
  UL: 4,
  SL: 4,
  FL: 4,
  FD: 8,
  SV: 8,
  UV: 8,
  OW: 2,
  OF: 4,
  OL: 4,
  OD: 8,
  OV: 8,
};

/** The word size to reverse, 1 if served unchanged. */
export const swapOf = (opened: OpenedDataSet, vr: string): WordSize => (opened.bigEndian ? (wordSizes[vr] ?? 1) : 1);

const signedByFile = new Set([
  '00280106',
  '00280107',
  '00280108',
  '00280109',
  '00280110',
  '00280111',
  '00280120',
  '00280121',
  '00283002',
]);

/**
 * The VR to read an element by: its own, or for UN and implicit files the dictionary's.
 * @param signed whether pixel values are signed, which decides between US and SS
 */
export function vrOf(element: Element, signed: boolean): string {
  // For implicit files dicom-parser uses the dictionary's VR, where US may mean SS.
  if (element.vr && element.vr !== 'UN' && !(element.vr === 'US' && signed)) return element.vr;
  if (element.items) return 'SQ';
  const tag = element.tag.slice(1);
  const known = vrOfTag(tag) ?? 'UN';
  return known === 'US' && signed && signedByFile.has(tag) ? 'SS' : known;
}

/** Elements with VR UN are little endian, whatever the file (DICOM CP-246). */
const littleEndian = (opened: OpenedDataSet, element: Element): boolean => !opened.bigEndian || element.vr === 'UN';

/** The numbers of a binary element; integers beyond 2^53 as text. */
export function numbersOf(opened: OpenedDataSet, element: Element, vr: string): (number | string)[] {
  const size = numberSize[vr] ?? 1;
  const view = new DataView(opened.bytes.buffer, opened.bytes.byteOffset + element.dataOffset, element.length);
  const little = littleEndian(opened, element);
  const read: Record<string, (at: number) => number | string> = {
    US: (at) => view.getUint16(at, little),
    SS: (at) => view.getInt16(at, little),
    UL: (at) => view.getUint32(at, little),
    SL: (at) => view.getInt32(at, little),
    FL: (at) => view.getFloat32(at, little),
    FD: (at) => view.getFloat64(at, little),
    SV: (at) => view.getBigInt64(at, little).toString(),
    UV: (at) => view.getBigUint64(at, little).toString(),
    AT: (at) =>
      [view.getUint16(at, little), view.getUint16(at + 2, little)]
        .map((half) => half.toString(16).toUpperCase().padStart(4, '0'))
        .join(''),
  };
  const one = read[vr];
  return one ? Array.from({ length: Math.floor(element.length / size) }, (_, index) => one(index * size)) : [];
}

export const bytesOf = (opened: OpenedDataSet, element: Element): Uint8Array =>
  opened.bytes.subarray(element.dataOffset, element.dataOffset + element.length);

/** The character set of a data set, or of its parent. */
export const characterSetOf = (
  opened: OpenedDataSet,
  dataSet: DataSet,
  inherited: string | undefined,
): string | undefined => {
  const element = dataSet.elements['x00080005'];
  return element ? Buffer.from(bytesOf(opened, element)).toString('latin1').replaceAll('\0', '').trim() : inherited;
};

/** Reads attributes by tag (`00280010`), of the main data set or of an item. */
export function attributeReader(opened: OpenedDataSet, dataSet: DataSet = opened.dataSet) {
  const inherited = dataSet === opened.dataSet ? undefined : characterSetOf(opened, opened.dataSet, undefined);
  const characterSet = characterSetOf(opened, dataSet, inherited);
  const elementOf = (tag: string): Element | undefined => {
    const element = dataSet.elements[`x${tag}`];
    return element && element.length > 0 ? element : undefined;
  };
  const valuesOf = (tag: string): (number | string)[] => {
    const element = elementOf(tag);
    if (!element) return [];
    const vr = vrOf(element, false);
    return numberSize[vr] ? numbersOf(opened, element, vr) : textValues(bytesOf(opened, element), vr, characterSet);
  };
  return {
    text(tag: string): string | undefined {
      const element = elementOf(tag);
      return element && textValues(bytesOf(opened, element), vrOf(element, false), characterSet)[0];
    },
    number(tag: string): number | undefined {
      const [first] = valuesOf(tag);
      const value = Number(first);
      return Number.isFinite(value) ? value : undefined;
    },
    /** All values of an attribute that are numbers. */
    numbers: (tag: string): number[] => valuesOf(tag).map(Number).filter(Number.isFinite),
  };
}
export type AttributeReader = ReturnType<typeof attributeReader>;
