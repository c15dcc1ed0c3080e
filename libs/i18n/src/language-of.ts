import { locales, type Locale } from '@konsil/contracts/first-codes';
import ownWords from './own-words/locales/own-words.json';

/** Short words that one language has and the others have not; "die", "in" and "will" are in German and English. */
const texts: Record<Locale, string> = ownWords;
const wordsOf = new Map(locales.map((locale) => [locale, new Set(texts[locale].split(' '))]));
const wordsNeeded = 4;
const timesAsMany = 5;

/** The language of a text, if its short words leave no doubt; undefined for a short or mixed one. */
export const languageOf = (text: string): Locale | undefined => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = (locale: Locale) => words.filter((word) => wordsOf.get(locale)?.has(word)).length;
  return locales.find((locale) =>
    locales.every((other) => other === locale || found(locale) >= Math.max(wordsNeeded, found(other) * timesAsMany)),
  );
};
