import type { Locale } from '@konsil/contracts/codes';
import { codeListName, codeQualities } from '@konsil/contracts/code-words';
import type { MedicalCode } from '@konsil/contracts/medical-codes';
import { practiceZone } from '@konsil/contracts/practice-time';
import { specialtyIn } from '@konsil/contracts/specialties';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { LetterPages, type EarlierBreak, type LetterPicture } from '@konsil/server-pdf/letter-pages';
import type { Logo } from './letter-pictures.ts';
import { daysIn, letterWords, type LetterWords } from './letter-words.ts';

/** A letter while it is written. */
export interface Writing {
  pages: LetterPages;
  words: LetterWords;
  locale: Locale;
  content: DoctorLetter;
}
/** Everything of a letter that is not its content. */
export interface LetterLook {
  locale: Locale;
  logo?: Logo | null;
}

/** The day of a moment, where the practice is. */
export const dayOfMoment = (moment: string, locale: Locale): string => daysIn(locale, practiceZone())(moment);
export const dayInWords = (day: string, locale: Locale): string => daysIn(locale, 'UTC')(day);

/** The address lines of the patient. */
const patientLines = ({ patient }: DoctorLetter): string[] => [patient.name, patient.street, patient.place];

/** True where the letter is addressed to somebody else than the patient. */
export const goesToOthers = ({ recipients = [] }: DoctorLetter): boolean => recipients.length > 0;

const logoOnPaper = ({ practice }: DoctorLetter, logo: Logo | null | undefined): LetterPicture | undefined =>
  logo && practice.logo
    ? { bytes: logo.png, width: logo.width, height: logo.height, alt: practice.logo.alt }
    : undefined;

/**
 * The heads of a letter: the practice, the first recipient in the window (the patient, where there is no other), the
 * facts, the subject, and who it is about.
 */
export const writeHeads = (
  { pages, words, locale, content }: Writing,
  logo: Logo | null | undefined,
  facts: readonly (readonly [string, string])[],
  subject: string,
): void => {
  const { doctor, practice, patient, recipients = [] } = content;
  const specialty = specialtyIn(doctor.specialty, locale);
  pages.letterhead({
    name: practice.name || doctor.name,
    under: practice.name ? `${doctor.name}, ${specialty}` : specialty,
    beside: [
      practice.address || doctor.city,
      practice.phone && `${words.phone} ${practice.phone}`,
      practice.email,
    ].filter(Boolean),
    logo: logoOnPaper(content, logo),
  });
  const [first, ...others] = recipients;
  const copies = first
    ? [...others.map(({ name, addition }) => [name, addition].filter(Boolean).join(', ')), patient.name]
    : [];
  pages.addressed(
    [doctor.name, practice.address || doctor.city].filter(Boolean).join(', '),
    first ? [first.name, first.addition, first.street, first.place] : patientLines(content),
    [
      ...facts,
      ...(copies.length > 0 ? ([[words.copies, copies.join('; ')]] as const) : []),
      ...(practice.lanr ? ([['LANR', practice.lanr]] as const) : []),
      ...(practice.bsnr ? ([['BSNR', practice.bsnr]] as const) : []),
    ],
  );
  pages.subject(subject);
  pages.sheet(
    [{ share: 0.36 }, { share: 0.26 }, { share: 0.38 }],
    [
      [words.patient, words.born, words.address],
      [patient.listed, dayInWords(patient.born, locale), `${patient.street}, ${patient.place}`],
    ],
  );
};

export const writePart = ({ pages }: Writing, title: string, text: string | null | undefined): void => {
  if (!text?.trim()) return;
  pages.part(title);
  pages.paragraph(text);
};

/** The coded diagnoses and procedures, as a colleague would enter them. */
export const writeCodes = ({ pages, words, locale }: Writing, codes: readonly MedicalCode[] = []): void => {
  if (codes.length === 0) return;
  pages.part(words.codes);
  pages.table(
    [{ share: 0.14 }, { share: 0.5 }, { share: 0.36 }],
    [
      words.coded,
      ...codes.map((code) => [
        code.code,
        code.title,
        [codeQualities(code, locale), codeListName(code)].filter(Boolean).join(', '),
      ]),
    ],
    { ruled: true },
  );
};

/**
 * Writes a letter: the same bytes for the same content and language. Rendered again with an earlier page break if the
 * signature would be alone on the last page.
 */
export const asLetter = (
  content: DoctorLetter,
  { locale }: LetterLook,
  { title, created }: { title: string; created: Date },
  write: (writing: Writing) => void,
): Promise<Buffer> => {
  const words = letterWords[locale];
  const written = (earlier: EarlierBreak | null): LetterPages => {
    const { patient } = content;
    const foot = words.footPatient(patient.listed, dayInWords(patient.born, locale));
    const pages = new LetterPages({ title, locale, created, foot: words.page, footLeft: foot }, earlier);
    write({ pages, words, locale, content });
    if (pages.lettersMissing) pages.footnote(words.lettersMissing);
    return pages;
  };
  const first = written(null);
  return (first.needed ? written(first.needed) : first).finish();
};
