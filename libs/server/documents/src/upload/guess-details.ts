import { kindOfModality, type MedicalKind, type SourceKind } from '@konsil/contracts/codes';
import type { DocumentGuess } from '@konsil/contracts/documents';
import type { DicomInstance } from '@konsil/server-dicom/dicom-instance';
import { firstImageOf } from '@konsil/server-dicom/first-image';
import type { Inspection } from '../reading/reading.ts';

interface Clues {
  fileName: string;
  inspection: Inspection;
  /** The patient's birth date, which is never a letter's date. */
  bornOn: string;
  today: string;
}

const kindWords: [MedicalKind, RegExp][] = [
  ['medication_plan', /medikationsplan|medikamentenplan|medikamentenliste|medication (?:plan|list)/],
  ['first_aid_certificate', /notaufnahme|erste.?hilfe|notfallbericht|first.?aid|emergency (?:room|department)/],
  ['histology', /histolog|patholog|biopsie|gewebebefund|biopsy/],
  ['op', /(?:^|[^a-zäöü])op.?bericht|operationsbericht|operation report|operative report/],
  ['laboratory', /labor(?:befund|bericht|werte|atory)?(?:[^a-zäöü]|$)|blutbild|blutwerte|lab.?(?:report|results)/],
  ['consultation', /konsilbericht|konsiliar|consultation report/],
  ['letter', /arztbrief|entlass(?:ungs)?brief|entlassungsbericht|befundbericht|discharge|doctor'?s letter/],
  ['mri', /(?:^|[^a-z])(?:mrt?|mri|nmr)(?:[^a-z]|$)|kernspin|magnetresonanz|magnetic resonance/],
  ['ct', /(?:^|[^a-z])ct(?:[^a-z]|$)|computertomogra|computed tomography/],
  ['xray', /r(?:ö|oe)ntgen|x-?ray|mammogra/],
  ['sonography', /sonogra|sono(?:[^a-z]|$)|ultraschall|ultrasound/],
];

const sourceWords: [SourceKind, RegExp][] = [
  ['outpatient', /ambulanz|ambulatorium|poliklinik|\bmvz\b|versorgungszentrum|outpatient/i],
  ['hospital', /klinik|krankenhaus|hospital|charité|spital/i],
  ['doctors_practice', /praxis|fachärzt|facharzt|radiologie|practice|labor\b/i],
];

const months: Record<string, number> = Object.fromEntries(
  [
    ['januar', 'january', 'jan'],
    ['februar', 'february', 'feb'],
    ['märz', 'march', 'mar'],
    ['april', 'apr'],
    ['mai', 'may'],
    ['juni', 'june', 'jun'],
    ['juli', 'july', 'jul'],
    ['august', 'aug'],
    ['september', 'sep', 'sept'],
    ['oktober', 'october', 'oct', 'okt'],
    ['november', 'nov'],
    ['dezember', 'december', 'dec', 'dez'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1])),
);

const dayOf = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
};

interface FoundDay {
  day: string;
  at: number;
}
/** All dates in a text, in the notations of German and English letters and file names. */
const daysIn = (text: string): FoundDay[] => {
  const found: FoundDay[] = [];
  const add = (at: number, day: string | null) => day && found.push({ day, at });
  for (const match of text.matchAll(/(?<!\d)(\d{4})[-_. ]?(\d{2})[-_. ]?(\d{2})(?!\d)/g))
    add(match.index, dayOf(Number(match[1]), Number(match[2]), Number(match[3])));
  for (const match of text.matchAll(/(?<!\d)(\d{1,2})[-_./](\d{1,2})[-_./](\d{4})(?!\d)/g))
    add(match.index, dayOf(Number(match[3]), Number(match[2]), Number(match[1])));
  // Only letters of month names, because compiling all Unicode letters is slow.
  for (const match of text.matchAll(/(?<!\d)(\d{1,2})\.? ([a-zä]{3,9})\.? (\d{4})(?!\d)/gi))
    add(match.index, dayOf(Number(match[3]), months[(match[2] ?? '').toLowerCase()] ?? 0, Number(match[1])));
  return found.sort((a, b) => a.at - b.at);
};

const bornWords = /(?:geb(?:\.|oren|\b)|born|birth|dob|\*)[^\d]{0,12}$/i;
const dateWords = /(?:datum|date|\bvom|\bden|\bof)[^\d]{0,12}$/i;

const issueDateOf = (text: string, { bornOn, today }: Clues): string | undefined => {
  const possible = daysIn(text).filter(
    ({ day, at }) =>
      day <= today && day >= '1950-01-01' && day !== bornOn && !bornWords.test(text.slice(Math.max(0, at - 24), at)),
  );
  return (possible.find(({ at }) => dateWords.test(text.slice(Math.max(0, at - 24), at))) ?? possible[0])?.day;
};

const kindOf = (text: string): MedicalKind | undefined =>
  kindWords.find(([, words]) => words.test(text.toLowerCase()))?.[0];
const sourceOf = (lines: readonly string[]): Pick<DocumentGuess, 'source_kind_code' | 'source_name'> => {
  for (const line of lines) {
    const kind = sourceWords.find(([, words]) => words.test(line))?.[0];
    if (kind) return { source_kind_code: kind, source_name: line };
  }
  return {};
};

const institutionOf = ({ metadata }: DicomInstance): string => {
  const { '00080080': institution } = JSON.parse(metadata) as Record<string, { Value?: unknown[] } | undefined>;
  return typeof institution?.Value?.[0] === 'string' ? institution.Value[0].trim().slice(0, 200) : '';
};

const known = (guess: { [K in keyof DocumentGuess]: DocumentGuess[K] | undefined }): DocumentGuess =>
  Object.fromEntries(Object.entries(guess).filter(([, value]) => value !== undefined && value !== '')) as DocumentGuess;

// Letterhead and subject line are in the upper part of the first page.
const headLength = 900;

/** Guesses a document's details from name and content. The user confirms or corrects them. */
export const guessDetails = (clues: Clues): DocumentGuess => {
  const { fileName, inspection } = clues;
  const name = fileName.replace(/\.\w+$/, '');
  if (inspection.kind === 'dicom') {
    const first = firstImageOf(inspection.instances);
    const institution = first ? institutionOf(first) : '';
    return known({
      medical_kind_code: kindOfModality(first?.modality ?? ''),
      issue_date: first?.studyDate ?? undefined,
      ...sourceOf([institution]),
      source_name: institution,
    });
  }
  const text = inspection.kind === 'pdf' ? inspection.text : '';
  const head = text.slice(0, headLength);
  const lines = head
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && line.length <= 120)
    .slice(0, 8);
  return known({
    medical_kind_code: kindOf(name.replace(/[_-]/g, ' ')) ?? kindOf(head),
    issue_date: issueDateOf(head, clues) ?? issueDateOf(name, clues) ?? issueDateOf(text, clues),
    ...sourceOf(lines),
  });
};
