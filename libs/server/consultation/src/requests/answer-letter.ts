import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Locale } from '@konsil/contracts/codes';
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import { practiceZone } from '@konsil/contracts/practice-time';
import { specialtyIn } from '@konsil/contracts/specialties';
import { contentBeyondTitle } from '@konsil/contracts/todos';
import { answerOptionWords, todoTitleWords } from '@konsil/server-domain/names/labels';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import { PdfPages } from '@konsil/server-pdf/pdf-pages';
import { daysIn, letterWords, type LetterWords } from './letter-words.ts';
import { pinsInWords } from './pins-in-words.ts';

interface Writing {
  pages: PdfPages;
  words: LetterWords;
  locale: Locale;
  content: DoctorLetter;
}

/** The day of a moment, where the practice is. */
const dayOfMoment = (moment: string, locale: Locale): string => daysIn(locale, practiceZone())(moment);
const dayInWords = (day: string, locale: Locale): string => daysIn(locale, 'UTC')(day);

const writeHeads = ({ pages, words, locale, content }: Writing): void => {
  const { doctor, practice, patient, answer } = content;
  const specialty = specialtyIn(doctor.specialty, locale);
  pages.letterhead(
    practice.name || doctor.name,
    practice.name ? `${doctor.name}, ${specialty}` : specialty,
    [practice.address || doctor.city, practice.phone && `${words.phone} ${practice.phone}`, practice.email].filter(
      Boolean,
    ),
  );
  pages.addressed(
    [doctor.name, practice.address || doctor.city].filter(Boolean).join(', '),
    [patient.name, patient.street, patient.place],
    [
      [words.date, dayOfMoment(answer.answered_at, locale)],
      [words.asked, dayOfMoment(content.asked_at, locale)],
      [words.kind, answerOptionWords[locale][answer.option as AnswerOption]],
      ...(content.documents > 0 ? ([[words.documents, String(content.documents)]] as const) : []),
      ...(practice.lanr ? ([['LANR', practice.lanr]] as const) : []),
      ...(practice.bsnr ? ([['BSNR', practice.bsnr]] as const) : []),
    ],
  );
  pages.subject(words.subject(content.case_name));
  pages.table(
    [{ share: 0.36 }, { share: 0.26 }, { share: 0.38 }],
    [
      [words.patient, words.born, words.address],
      [patient.listed, dayInWords(patient.born, locale), `${patient.street}, ${patient.place}`],
    ],
  );
};

const writePart = ({ pages }: Writing, title: string, text: string | null | undefined): void => {
  if (!text?.trim()) return;
  pages.part(title);
  pages.paragraph(text);
};

const writeAnswer = (writing: Writing): void => {
  const { pages, words, content } = writing;
  const { answer } = content;
  writePart(writing, words.diagnosis, content.diagnosis);
  writePart(writing, words.answer, answer.answer);
  if (answer.question_answers.length > 0) pages.part(words.questions);
  for (const [index, { question, text }] of answer.question_answers.entries()) {
    pages.question(`${index + 1}. ${question}`);
    pages.paragraph(text);
  }
  writePart(writing, words.reason, answer.reason);
  writePart(writing, words.nextStep, answer.next_step);
};

/** The measurements in the images, each with its image: what a colleague can find again. */
const writeMeasurements = ({ pages, words, locale, content }: Writing): void => {
  const { measurements = [], answered_at: at } = content.answer;
  if (measurements.length === 0) return;
  pages.part(words.measurements);
  pages.note(words.measuredBy(content.doctor.name, dayOfMoment(at, locale)));
  pages.table(
    [{ share: 0.07 }, { share: 0.33 }, { share: 0.25 }, { share: 0.35 }],
    [
      words.measured,
      ...measurements.map((one, index) => [
        String(index + 1),
        measurementName(one, locale),
        measuredWords(one.numbers, locale) || '–',
        measuredImage(one, locale),
      ]),
    ],
  );
};

const writePins = ({ pages, words, locale, content }: Writing): void => {
  const pins = pinsInWords(content.answer, locale);
  if (pins.length > 0) pages.part(words.pins);
  for (const [number, said] of pins) pages.fact(number, said);
};

const writeWhatFollows = (writing: Writing): void => {
  const { pages, words, locale, content } = writing;
  const { recommended, todo, proposed, answer } = content;
  writePart(
    writing,
    words.recommended,
    recommended
      ? [recommended.name, specialtyIn(recommended.specialty, locale), recommended.city].filter(Boolean).join(', ')
      : specialtyIn(answer.recommended_specialty ?? '', locale),
  );
  if (proposed.length > 0) {
    pages.part(words.proposed);
    pages.paragraph(proposed.map((at) => dayAndTime(new Date(at), locale)).join('\n'));
    pages.fact(words.place, content.appointment_place);
  }
  if (!todo) return;
  pages.part(words.todo);
  const { code, title, deadline } = todo;
  pages.fact(
    words.until(dayInWords(deadline, locale)),
    new Map(Object.entries(todoTitleWords[locale])).get(code) ?? title,
  );
  pages.paragraph(contentBeyondTitle(todo));
};

/** Writes the letter of an answer: the same bytes for the same content and language. */
export const writeLetter = (content: DoctorLetter, locale: Locale): Promise<Buffer> => {
  const words = letterWords[locale];
  const { answer, doctor, patient } = content;
  const pages = new PdfPages({
    title: words.file(dayOfMoment(answer.answered_at, locale)),
    locale,
    created: new Date(answer.answered_at),
    foot: words.page,
    footLeft: words.footPatient(patient.listed, dayInWords(patient.born, locale)),
  });
  const writing: Writing = { pages, words, locale, content };
  writeHeads(writing);
  writeAnswer(writing);
  writeMeasurements(writing);
  writePins(writing);
  writeWhatFollows(writing);
  pages.signature(
    words.closing,
    doctor.name,
    specialtyIn(doctor.specialty, locale),
    words.released(doctor.name, dayAndTime(new Date(answer.answered_at), locale)),
  );
  if (pages.lettersMissing) pages.footnote(words.lettersMissing);
  return pages.finish();
};
