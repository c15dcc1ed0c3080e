// @bundle route
import { codingsOf, fieldOf, listOf, textOf, type Json } from '@konsil/documents-upload/fhir-json';

const translation = 'http://hl7.org/fhir/StructureDefinition/translation';
/** The words of a field in a language, from its translations; empty if there are none. */
const translated = (holder: unknown, field: string, language: string): string => {
  for (const { url, extension } of listOf(fieldOf(fieldOf(holder, `_${field}`), 'extension'))) {
    if (textOf(url) !== translation) continue;
    const parts = listOf(extension);
    const part = (name: string) => parts.find((one) => textOf(one['url']) === name);
    const lang = textOf(part('lang')?.['valueCode']).toLowerCase();
    const content = textOf(part('content')?.['valueString'] ?? part('content')?.['valueMarkdown']);
    if (content && (lang === language || lang.startsWith(`${language}-`))) return content;
  }
  return '';
};

const systemNames: readonly [RegExp, string][] = [
  [/icd-10-gm|dimdi.*icd-10/i, 'ICD-10-GM'],
  [/icd-?10|2\.16\.840\.1\.113883\.6\.(?:3|90)$/i, 'ICD-10'],
  [/icd-?11|id\.who\.int\/icd/i, 'ICD-11'],
  [/snomed|2\.16\.840\.1\.113883\.6\.96$/i, 'SNOMED CT'],
  [/loinc|2\.16\.840\.1\.113883\.6\.1$/i, 'LOINC'],
  [/whocc|\/atc|2\.16\.840\.1\.113883\.6\.73$/i, 'ATC'],
  [/ifa\.de|\/pzn/i, 'PZN'],
  [/rxnorm/i, 'RxNorm'],
  [/\/ops$|dimdi.*ops/i, 'OPS'],
];
/** A code with the name of its system, e.g. `ICD-10 J45.9`; the code alone if the system is not known. */
const codeText = ({ system, code }: Json): string => {
  const name = systemNames.find(([pattern]) => pattern.test(textOf(system)))?.[1];
  return [name, textOf(code)].filter(Boolean).join(' ');
};

/** The words of all codings of a concept, in a language where they are translated. */
export const displaysOf = (concept: unknown, language: string): string[] =>
  codingsOf(concept)
    .map((coding) => translated(coding, 'display', language) || textOf(coding['display']))
    .filter(Boolean);

/**
 * A concept in words: translated if the file has the language, else its own text, else the first name of a code, else
 * the codes themselves. Empty if it says nothing.
 */
export const conceptText = (concept: unknown, language: string): string => {
  const codings = codingsOf(concept);
  return (
    translated(concept, 'text', language) ||
    codings.map((coding) => translated(coding, 'display', language)).find(Boolean) ||
    textOf(fieldOf(concept, 'text')) ||
    codings.map(({ display }) => textOf(display)).find(Boolean) ||
    codings.map(codeText).filter(Boolean).join(', ')
  );
};

/** The ICD-10 code of a concept with the name of its edition; empty if it has none. */
export const icdOf = (concept: unknown): string =>
  codingsOf(concept)
    .map(codeText)
    .find((text) => text.startsWith('ICD-10')) ?? '';

const absentSystem = 'absent-unknown-uv-ips';
/** The IPS codes that state the absence of entries, e.g. "no known allergies". */
export const absences = [
  'no-known-allergies',
  'no-known-medication-allergies',
  'no-known-environmental-allergies',
  'no-known-food-allergies',
  'no-known-medications',
  'no-known-problems',
  'no-known-procedures',
] as const;
export type Absence = (typeof absences)[number];
/** The same in SNOMED CT, which some countries use in place of the codes of the IPS. */
const absencesInSnomed: Record<string, Absence> = {
  '716186003': 'no-known-allergies',
  '160244002': 'no-known-allergies',
  '409137002': 'no-known-medication-allergies',
  '428607008': 'no-known-environmental-allergies',
  '429625007': 'no-known-food-allergies',
  '787481004': 'no-known-medications',
  '160245001': 'no-known-problems',
};

/** The absence that a concept states; `unknown` if it is not known, null if the concept is no absence. */
export const absenceOf = (concept: unknown): Absence | 'unknown' | null => {
  for (const { system, code } of codingsOf(concept)) {
    const [from, word] = [textOf(system), textOf(code)];
    if (from.includes(absentSystem)) return absences.find((one) => one === word) ?? 'unknown';
    const denied = from.includes('snomed.info') ? absencesInSnomed[word] : undefined;
    if (denied) return denied;
  }
  return null;
};
