import type { Locale } from './first-codes.ts';
import words from './locales/code-words.json';
import type { BodySide, Certainty, CodeSystem, MedicalCode } from './medical-codes.ts';

export const codeSystemNames: Record<CodeSystem, string> = { icd10gm: 'ICD-10-GM', ops: 'OPS' };
/** The URLs of the German base profiles. */
export const codeSystemUrls: Record<CodeSystem, string> = {
  icd10gm: 'http://fhir.de/CodeSystem/bfarm/icd-10-gm',
  ops: 'http://fhir.de/CodeSystem/bfarm/ops',
};
/** Certainty and side in the words of each language. */
export const codeWords: Record<Locale, { certainty: Record<Certainty, string>; side: Record<BodySide, string> }> =
  words;

/** Certainty and side of a code in words, empty without them. */
export const codeQualities = ({ certainty, side }: Pick<MedicalCode, 'certainty' | 'side'>, locale: Locale): string =>
  [certainty && codeWords[locale].certainty[certainty], side && codeWords[locale].side[side]]
    .filter(Boolean)
    .join(', ');
/** The list that a code is from: ICD-10-GM 2026. */
export const codeListName = ({ system, version }: Pick<MedicalCode, 'system' | 'version'>): string =>
  `${codeSystemNames[system]} ${version}`;
/** A code as one line of text: its title, the doctor's additions, and the code itself. */
export const codeLine = (code: MedicalCode, locale: Locale): string => {
  const qualities = codeQualities(code, locale);
  return `${code.title}${qualities && `, ${qualities}`} (${codeListName(code)}: ${code.code})`;
};
