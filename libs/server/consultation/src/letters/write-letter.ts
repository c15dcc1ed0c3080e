import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { writeAnswerLetter } from './answer-letter.ts';
import type { LetterLook } from './letter-parts.ts';
import type { LetterPlaces } from './letter-pictures.ts';
import { writeSummaryLetter } from './summary-letter.ts';

/** Writes the letter of an answer or a summary: the same bytes for the same content, pictures and language. */
export const writeLetter = (
  { answer, summary, ...facts }: DoctorLetter,
  look: LetterLook & { places?: LetterPlaces; isSample?: boolean },
): Promise<Buffer> => {
  if (answer) return writeAnswerLetter({ ...facts, answer }, look);
  if (summary) return writeSummaryLetter({ ...facts, summary }, look);
  throw new Error('A letter has neither an answer nor a summary.');
};
