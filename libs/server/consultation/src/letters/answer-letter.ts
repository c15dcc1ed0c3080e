import type { AnswerOption } from '@konsil/contracts/answer-options';
import { answeredLines } from '@konsil/contracts/form-words';
import { medicationRows } from '@konsil/contracts/medication';
import { measuredImage, measuredWords, measurementName } from '@konsil/contracts/measured-words';
import { specialtyIn } from '@konsil/contracts/specialties';
import { contentBeyondTitle } from '@konsil/contracts/todo-content';
import { answerOptionWords, todoTitleWords } from '@konsil/server-domain/names/labels';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import type { DoctorLetter } from '@konsil/server-domain/sealed/doctor-letter';
import type { LetterPlaces } from './letter-pictures.ts';
import {
  asLetter,
  dayInWords,
  dayOfMoment,
  goesToOthers,
  writeCodes,
  writeHeads,
  writePart,
  type LetterLook,
  type Writing,
} from './letter-parts.ts';
import { letterWords } from './letter-words.ts';
import { pinnedPlaces } from './pins-in-words.ts';

type LetterAnswer = NonNullable<DoctorLetter['answer']>;

const writeBeginning = ({ pages, words, locale, content }: Writing): void => {
  const { patient, asked_at: asked, documents } = content;
  if (!goesToOthers(content)) return pages.paragraph(words.greeting.patient(patient.name));
  pages.paragraph(words.greeting.others);
  pages.paragraph(words.introduction(patient.name, dayOfMoment(asked, locale), documents));
};

const writeAnswer = (writing: Writing, answer: LetterAnswer): void => {
  const { pages, words, content } = writing;
  const to = goesToOthers(content) ? 'theirs' : 'own';
  writePart(writing, words.diagnosis, content.diagnosis);
  writeCodes(writing, answer.codes);
  writePart(writing, words.plainWords, answer.plain_words);
  writePart(writing, words.answer, answer.answer);
  if (answer.question_answers.length > 0) pages.part(words.questions[to]);
  for (const [index, { question, text, plain_words: plain }] of answer.question_answers.entries()) {
    pages.question(`${index + 1}. ${question}`);
    if (plain) {
      pages.fact(words.plainWords, plain);
      pages.fact(words.medicalWords, text);
    } else pages.paragraph(text);
  }
  writePart(writing, words.reason, answer.reason);
  writePart(writing, words.nextStep, answer.next_step);
};

/** The places that the texts point at, each with its picture, or why there is none. */
const writePins = ({ pages, words, locale }: Writing, answer: LetterAnswer, places: LetterPlaces): void => {
  const pins = pinnedPlaces(answer, locale);
  if (pins.length === 0) return;
  pages.part(words.pins);
  pages.evidence(
    pins.map(({ number, words: said, place }) => {
      const { picture = null, missing = 'not_drawn' } = places.get(number) ?? {};
      return {
        number: `[${number}]`,
        title: said || place,
        details: [...(said ? [place] : []), ...(picture || !missing ? [] : [words.pinMissing[missing]])],
        ...(picture && {
          picture: {
            bytes: picture.jpeg,
            width: picture.width,
            height: picture.height,
            alt: `${words.pinAlt(number)}: ${[said, place].filter(Boolean).join(', ')}`,
          },
        }),
      };
    }),
  );
};

/** The measurements in the images, each with its image: what a colleague can find again. */
const writeMeasurements = ({ pages, words, locale, content }: Writing, answer: LetterAnswer): void => {
  const { measurements = [], answered_at: at } = answer;
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
    { ruled: true },
  );
};

/** The patient's list as a table by its headings, and their own words below. */
const writeMedication = ({ pages, words, content }: Writing): void => {
  const { medication = '', medication_list: list } = content;
  if (!list && !medication.trim()) return;
  pages.part(words.medication);
  let rows: string[][] = [];
  const writeRows = () => {
    if (rows.length > 0)
      pages.table(
        [{ share: 0.36 }, { share: 0.16 }, { share: 0.18 }, { share: 0.3 }],
        [words.medicines, ...rows.map((cells) => cells.map((cell) => cell || '–'))],
        { ruled: true },
      );
    rows = [];
  };
  const all = list ? medicationRows(list) : [];
  for (const [index, row] of all.entries()) {
    if ('cells' in row) {
      rows.push(row.cells);
      continue;
    }
    writeRows();
    const next = all[index + 1];
    if (next && 'cells' in next) pages.question(row.heading);
    else pages.paragraph(row.heading);
  }
  writeRows();
  pages.paragraph(medication);
};

/** The patient's answers to doctors' own forms. */
const writeForms = ({ pages, words, locale, content }: Writing): void => {
  for (const form of content.specialty_forms ?? []) {
    pages.part(words.specialtyForm(form.doctor.name));
    for (const { label, answer } of answeredLines(form, locale)) pages.fact(label, answer);
  }
};

const writeWhatFollows = (writing: Writing, answer: LetterAnswer): void => {
  const { pages, words, locale, content } = writing;
  const { recommended, todo, proposed } = content;
  writeMedication(writing);
  writePart(writing, words.allergies, content.allergies);
  writeForms(writing);
  writePart(
    writing,
    words.recommended,
    recommended
      ? [recommended.name, specialtyIn(recommended.specialty, locale), recommended.city].filter(Boolean).join(', ')
      : specialtyIn(answer.recommended_specialty ?? '', locale),
  );
  if (proposed.length > 0) {
    pages.part(words.proposed);
    pages.list(proposed.map((at) => dayAndTime(new Date(at), locale)));
    pages.fact(words.place, content.appointment_place);
  }
  if (!todo) return;
  pages.part(words.todo[goesToOthers(content) ? 'theirs' : 'own']);
  const { code, title, deadline } = todo;
  pages.fact(
    words.until(dayInWords(deadline, locale)),
    new Map(Object.entries(todoTitleWords[locale])).get(code) ?? title,
  );
  pages.paragraph(contentBeyondTitle(todo));
};

/** Writes the letter of an answer. */
export const writeAnswerLetter = (
  content: DoctorLetter & { answer: LetterAnswer },
  { places = new Map(), isSample = false, ...look }: LetterLook & { places?: LetterPlaces; isSample?: boolean },
): Promise<Buffer> => {
  const { locale, logo } = look;
  const { answer, doctor } = content;
  const words = letterWords[locale];
  const created = new Date(answer.answered_at);
  const title = words.file(dayOfMoment(answer.answered_at, locale));
  return asLetter(content, look, { title, created }, (writing) => {
    const { pages } = writing;
    writeHeads(
      writing,
      logo,
      [
        [words.date, dayOfMoment(answer.answered_at, locale)],
        [words.asked, dayOfMoment(content.asked_at, locale)],
        [words.kind, answerOptionWords[locale][answer.option as AnswerOption]],
        ...(content.documents > 0 ? ([[words.documents, String(content.documents)]] as const) : []),
      ],
      words.subject(content.case_name),
    );
    if (isSample) pages.paragraph(words.sample);
    writeBeginning(writing);
    writeAnswer(writing, answer);
    writePins(writing, answer, places);
    writeMeasurements(writing, answer);
    writeWhatFollows(writing, answer);
    pages.signature(
      words.closing,
      doctor.name,
      specialtyIn(doctor.specialty, locale),
      words.released(doctor.name, dayAndTime(created, locale)),
    );
  });
};
