// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import type { EpicrisisVersion } from '@konsil/contracts/epicrisis';
import { fullName } from '@konsil/contracts/full-name';
import type { MedicalCode } from '@konsil/contracts/medical-codes';
import type { Answer } from '@konsil/contracts/requests';
import { hasVisibleText } from '@konsil/contracts/visible-text';
import type { SharedText } from './sealed-content.ts';

/** The headings of the parts of an answer or summary, in the patient's language. */
export interface PartWords {
  answer: string;
  plainWords: string;
  medicalWords: string;
  reason: string;
  nextStep: string;
  recommended: string;
  codes: string;
  code: (code: MedicalCode) => string;
  places: (answer: Answer) => { term: string; text: string }[];
  question: (question: string) => string;
  section: (name: keyof EpicrisisVersion['content']) => string;
}
type Patient = Pick<ProcessOverview['patient'], 'first_name' | 'last_name' | 'date_of_birth'>;

const textOf = (
  patient: Patient,
  of: Pick<SharedText, 'title' | 'author' | 'at'>,
  parts: [string, string | null | undefined][],
): SharedText => ({
  kind: 'text',
  ...of,
  patient: fullName(patient),
  birthDate: patient.date_of_birth,
  parts: parts.flatMap(([title, text]) => (text && hasVisibleText(text) ? [{ title, text }] : [])),
});

/** An answer, with everything that its letter shows except appointments. */
export const answerText = (answer: Answer, patient: Patient, title: string, words: PartWords): SharedText =>
  textOf(patient, { title, author: answer.answered_by, at: answer.answered_at }, [
    [words.plainWords, answer.plain_words ?? null],
    [words.answer, answer.answer],
    ...answer.question_answers.flatMap(({ question, text, plain_words: plain }): [string, string | undefined][] =>
      plain
        ? [
            [words.question(question), plain],
            [words.medicalWords, text],
          ]
        : [[words.question(question), text]],
    ),
    [words.reason, answer.reason],
    [words.nextStep, answer.next_step],
    [words.codes, answer.codes?.map(words.code).join('\n')],
    ...words.places(answer).map(({ term, text }): [string, string] => [term, text]),
    [words.recommended, answer.recommended_doctor?.name ?? answer.recommended_specialty],
  ]);

/** A released summary. */
export const summaryText = (version: EpicrisisVersion, patient: Patient, title: string, words: PartWords): SharedText =>
  textOf(patient, { title, author: version.author, at: version.released_at ?? version.created_at }, [
    ...(Object.keys(version.content) as (keyof EpicrisisVersion['content'])[]).map((name): [string, string] => [
      words.section(name),
      version.content[name],
    ]),
    [words.codes, version.codes?.map(words.code).join('\n')],
  ]);

/** The documents of a case that can be shared: neither archived nor still being checked. */
export const shareable = (documents: readonly Document[]): Document[] =>
  documents.filter(({ archived_at: archived, state }) => !archived && state === 'ready');
