/** One attribute of DICOM JSON (PS3.18 annex F), as far as rendering needs it. */
export interface Attribute {
  vr?: string;
  Value?: unknown[];
  InlineBinary?: string;
  BulkDataURI?: string;
}
/** A data set by tag, eight upper-case hex digits. */
export type DicomJson = Record<string, Attribute>;

/** The first value of an element as text; empty if it has none. */
export const text = (dataSet: DicomJson | undefined, tag: string): string => {
  const value = dataSet?.[tag]?.Value?.[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
};

/** Some archives write decimal strings as text. */
export const numbers = (dataSet: DicomJson | undefined, tag: string): number[] =>
  (dataSet?.[tag]?.Value ?? [])
    .map((value) => (value === null || value === '' ? NaN : Number(value)))
    .filter(Number.isFinite);

/** The first number of an element. */
export const number = (dataSet: DicomJson | undefined, tag: string): number | undefined => numbers(dataSet, tag)[0];

/** The items of a sequence. */
export const items = (dataSet: DicomJson | undefined, tag: string): DicomJson[] =>
  (dataSet?.[tag]?.Value ?? []).filter((value): value is DicomJson => typeof value === 'object' && value !== null);

/** The first item of a sequence. */
export const item = (dataSet: DicomJson | undefined, tag: string): DicomJson | undefined => items(dataSet, tag)[0];
