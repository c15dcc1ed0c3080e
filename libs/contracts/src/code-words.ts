import type { Locale } from './first-codes.ts';
import type { BodySide, Certainty, CodeSystem, MedicalCode } from './medical-codes.ts';

export const codeSystemNames: Record<CodeSystem, string> = { icd10gm: 'ICD-10-GM', ops: 'OPS' };
/** The URLs of the German base profiles. */
export const codeSystemUrls: Record<CodeSystem, string> = {
  icd10gm: 'http://fhir.de/CodeSystem/bfarm/icd-10-gm',
  ops: 'http://fhir.de/CodeSystem/bfarm/ops',
};
export const certaintyWords: Record<Locale, Record<Certainty, string>> = {
  de: { G: 'gesichert', V: 'Verdacht', Z: 'Zustand danach', A: 'ausgeschlossen' },
  en: { G: 'confirmed', V: 'suspected', Z: 'status after it', A: 'excluded' },
};
export const sideWords: Record<Locale, Record<BodySide, string>> = {
  de: { R: 'rechts', L: 'links', B: 'beide Seiten' },
  en: { R: 'right', L: 'left', B: 'both sides' },
};

/** Certainty and side of a code in words, empty without them. */
export const codeQualities = ({ certainty, side }: Pick<MedicalCode, 'certainty' | 'side'>, locale: Locale): string =>
  [certainty && certaintyWords[locale][certainty], side && sideWords[locale][side]].filter(Boolean).join(', ');
/** The list that a code is from: ICD-10-GM 2026. */
export const codeListName = ({ system, version }: Pick<MedicalCode, 'system' | 'version'>): string =>
  `${codeSystemNames[system]} ${version}`;
/** A code as one line of text: its title, the doctor's additions, and the code itself. */
export const codeLine = (code: MedicalCode, locale: Locale): string => {
  const qualities = codeQualities(code, locale);
  return `${code.title}${qualities && `, ${qualities}`} (${codeListName(code)}: ${code.code})`;
};
