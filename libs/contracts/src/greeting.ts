import { locales, type Locale } from './first-codes.ts';
import allWords from './locales/greeting.json';

const words: Record<Locale, { patient: string; openings: string[] }> = allWords;
const openings = locales.flatMap((locale) => words[locale].openings).join('|');
const opening = new RegExp(`^[^\\p{L}]*(?:${openings})(?!\\p{L})`, 'iu');

/** The greeting of an answer to a patient, by the full name: the same on the page and in the letter. */
export const greetingOf = (name: string, locale: Locale): string =>
  words[locale].patient.replace('{{name}}', () => name);

/** True if a text seems to begin with a greeting or a form of address, in any language. */
export const beginsWithGreeting = (text: string): boolean => opening.test(text);
