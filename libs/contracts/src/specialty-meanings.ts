import type { Locale } from './codes.ts';
import meanings from './locales/specialty-meanings.json';
import { specialtyIn } from './specialties.ts';

/** Each specialty in the words of patients. The key is its German name. */
const meaningsOf: Readonly<Record<Locale, Partial<Record<string, string>>>> = meanings;

/** A specialty in plain words; empty if the name is unknown. */
export const specialtyMeaning = (written: string, locale: Locale): string =>
  meaningsOf[locale][specialtyIn(written, 'de')] ?? '';
