import { readablePersonName } from '@konsil/contracts/person-names';

/** One attribute of DICOM JSON (PS3.18 annex F), as far as a viewer reads it. */
export interface Attribute {
  vr?: string;
  Value?: unknown[];
  InlineBinary?: string;
  BulkDataURI?: string;
}
/** A data set by tag, eight upper-case hex digits. */
export type DicomJson = Record<string, Attribute>;

export const text = (dataSet: DicomJson, tag: string): string => {
  const value = dataSet[tag]?.Value?.[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

export const number = (dataSet: DicomJson, tag: string): number | undefined => numbers(dataSet, tag)[0];

/** Some archives write decimal strings as text. */
export const numbers = (dataSet: DicomJson, tag: string): number[] =>
  (dataSet[tag]?.Value ?? []).map((value) => (value === null || value === '' ? NaN : Number(value))).filter(Number.isFinite);

/** The first item of a sequence. */
export const item = (dataSet: DicomJson | undefined, tag: string): DicomJson | undefined => dataSet?.[tag]?.Value?.[0] as DicomJson | undefined;

/** A name to read; the spelling in the person's own script too, where the file has one. */
export function personName(dataSet: DicomJson, tag: string): string {
  const value = dataSet[tag]?.Value?.[0] as { Alphabetic?: string; Ideographic?: string; Phonetic?: string } | undefined;
  return readablePersonName([value?.Alphabetic, value?.Ideographic, value?.Phonetic].map((group) => group ?? '').join('='));
}

/** `YYYYMMDD` as `YYYY-MM-DD`, or nothing where it is no day. */
export function day(dataSet: DicomJson, tag: string): string {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text(dataSet, tag));
  return match ? `${match[1]}-${match[2]}-${match[3]}` : '';
}
