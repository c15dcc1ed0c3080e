import { readablePersonName } from '@konsil/contracts/person-names';
import { dayOf } from '@konsil/dicom-header/dates';
import { text, type DicomJson } from '@konsil/pixels';

export { item, items, number, numbers, text, type Attribute, type DicomJson } from '@konsil/pixels';

/** A name as stored, with its groups. */
export function rawPersonName(dataSet: DicomJson, tag: string): string {
  const value = dataSet[tag]?.Value?.[0] as
    | { Alphabetic?: string; Ideographic?: string; Phonetic?: string }
    | undefined;
  return [value?.Alphabetic, value?.Ideographic, value?.Phonetic]
    .map((group) => group ?? '')
    .join('=')
    .replace(/=+$/, '');
}

/** A name for reading; includes the person's own script if present. */
export const personName = (dataSet: DicomJson, tag: string): string => readablePersonName(rawPersonName(dataSet, tag));

/** A date as `YYYY-MM-DD`, or empty if invalid. */
export const day = (dataSet: DicomJson, tag: string): string => dayOf(text(dataSet, tag)) ?? '';
