import { formatTags, type Locale } from '@konsil/contracts/codes';
import type { SummarySection } from '@konsil/contracts/epicrisis';
import { greetingOf } from '@konsil/contracts/greeting';
import { interfaceTexts } from '@konsil/server-platform/interface/texts';
import { fill, filling, forCount, inEachLanguage } from '@konsil/server-platform/locale-texts';
import { letterTexts } from './texts.ts';

/** Precedes a sentence of ours that begins with a name: an Arabic name would reverse the whole sentence. */
const leftToRight = '\u200e';

/** The texts of the letter, as the patient reads them. */
export interface LetterWords {
  file: (day: string) => string;
  subject: (caseName: string) => string;
  date: string;
  asked: string;
  kind: string;
  documents: string;
  phone: string;
  patient: string;
  born: string;
  address: string;
  diagnosis: string;
  answer: string;
  plainWords: string;
  medicalWords: string;
  /** To the patient, and to others. */
  questions: { own: string; theirs: string };
  greeting: { patient: (name: string) => string; others: string };
  introduction: (patient: string, asked: string, documents: number) => string;
  copies: string;
  medication: string;
  /** The heads of their table. */
  medicines: [string, string, string, string];
  allergies: string;
  specialtyForm: (doctor: string) => string;
  reason: string;
  nextStep: string;
  measurements: string;
  measuredBy: (doctor: string, day: string) => string;
  /** The heads of their table. */
  measured: readonly [string, string, string, string];
  codes: string;
  /** The heads of their table. */
  coded: readonly [string, string, string];
  pins: string;
  pinPage: (page: number) => string;
  dateUnknown: string;
  pinWindow: (center: string, width: string) => string;
  pinAlt: (number: number) => string;
  pinMissing: Record<'gone' | 'not_drawn' | 'hidden', string>;
  summary: {
    file: (day: string) => string;
    subject: string;
    version: string;
    released: (doctor: string, moment: string) => string;
    sections: Record<SummarySection, string>;
  };
  sample: string;
  recommended: string;
  proposed: string;
  place: string;
  /** To the patient, and to others. */
  todo: { own: string; theirs: string };
  until: (day: string) => string;
  closing: string;
  released: (doctor: string, moment: string) => string;
  lettersMissing: string;
  footPatient: (name: string, born: string) => string;
  page: (page: number, pages: number) => string;
}

const wordsIn = (locale: Locale): LetterWords => {
  const words = letterTexts[locale].letter;
  const { medicines, measured, coded, summary, greeting } = words;
  return {
    ...words,
    file: filling(words.file, 'day'),
    subject: filling(words.subject, 'caseName'),
    greeting: { ...greeting, patient: (name) => greetingOf(name, locale) },
    introduction: (patient, asked, documents) =>
      `${leftToRight}${forCount(words.introduction, documents, locale, { patient, asked })}`,
    medicines: [medicines.substance, medicines.form, medicines.dose, medicines.note],
    specialtyForm: filling(words.specialtyForm, 'doctor'),
    measuredBy: filling(words.measuredBy, 'doctor', 'day'),
    measured: [measured.number, measured.measurement, measured.value, measured.image],
    coded: [coded.code, coded.title, coded.details],
    pinPage: filling(words.pinPage, 'page'),
    dateUnknown: interfaceTexts[locale].words.dateUnknown,
    pinWindow: filling(words.pinWindow, 'center', 'width'),
    pinAlt: filling(words.pinAlt, 'number'),
    summary: {
      ...summary,
      file: filling(summary.file, 'day'),
      released: filling(summary.released, 'doctor', 'moment'),
    },
    until: filling(words.until, 'day'),
    released: filling(words.released, 'doctor', 'moment'),
    footPatient: (name, born) => `${leftToRight}${fill(words.footPatient, { name, born })}`,
    page: filling(words.page, 'page', 'pages'),
  };
};
export const letterWords = inEachLanguage(wordsIn);

/** Days as the letter writes them. */
export const daysIn = (locale: Locale, timeZone: string) => {
  const format = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'long', timeZone });
  return (day: string): string => format.format(new Date(day));
};
