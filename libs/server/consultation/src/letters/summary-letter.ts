import { summarySections } from '@konsil/contracts/epicrisis';
import { specialtyIn } from '@konsil/contracts/specialties';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { asLetter, dayOfMoment, writeCodes, writeHeads, writePart, type LetterLook } from './letter-parts.ts';
import { letterWords } from './letter-words.ts';

/** Writes the letter of a released summary. */
export const writeSummaryLetter = (
  content: DoctorLetter & { summary: NonNullable<DoctorLetter['summary']> },
  look: LetterLook,
): Promise<Buffer> => {
  const { locale, logo } = look;
  const { summary, doctor } = content;
  const words = letterWords[locale];
  const created = new Date(summary.released_at);
  const day = dayOfMoment(summary.released_at, locale);
  return asLetter(content, look, { title: words.summary.file(day), created }, (writing) => {
    writeHeads(
      writing,
      logo,
      [
        [words.date, day],
        [words.summary.version, String(summary.version)],
      ],
      words.summary.subject,
    );
    for (const section of summarySections) {
      writePart(writing, words.summary.sections[section], summary[section]);
      if (section === 'diagnoses') writeCodes(writing, summary.codes);
    }
    writing.pages.signature(
      words.closing,
      doctor.name,
      specialtyIn(doctor.specialty, locale),
      words.summary.released(doctor.name, dayAndTime(created, locale)),
    );
  });
};
