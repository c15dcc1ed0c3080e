import { locales, type Locale } from '@konsil/contracts/first-codes';

/** Short words that one of the two languages has and the other has not; "die", "in" and "will" are in both. */
const ownWords: Record<Locale, ReadonlySet<string>> = {
  de: new Set(
    'der das und ist nicht ein eine einen einem einer ich sie ihr ihre ihrer ihnen zu den dem des mit von auf für im sich auch es wir bei wird werden kann oder sind haben nach aus zur zum noch keine kein wenn'.split(
      ' ',
    ),
  ),
  en: new Set(
    'the and is not of to you your that are it be on this have has we can with from or which they there would should been if but no because their'.split(
      ' ',
    ),
  ),
};
const wordsNeeded = 4;
const timesAsMany = 5;

/** The language of a text, if its short words leave no doubt; undefined for a short or mixed one. */
export const languageOf = (text: string): Locale | undefined => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = (locale: Locale) => words.filter((word) => ownWords[locale].has(word)).length;
  return locales.find((locale) =>
    locales.every((other) => other === locale || found(locale) >= Math.max(wordsNeeded, found(other) * timesAsMany)),
  );
};
