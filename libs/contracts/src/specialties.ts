import { locales, type Locale } from './first-codes.ts';
import { foldWord } from './fold.ts';
import { once } from './once.ts';
import specialtyTexts from './locales/specialties.json';

interface Texts {
  /** First the displayed name, then synonyms. */
  names: readonly string[];
  /** Body parts, illnesses and job titles by which people search for it. */
  search?: string;
}
/** The key is the first German name. The German ones are those of the medical chambers' further-training regulations. */
const texts: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = specialtyTexts;

export const specialties = Object.keys(texts.de);
/** True for the key of an offered specialty. */
export const isSpecialty = (name: string): boolean => Object.hasOwn(texts.de, name);
const textsOf = (specialty: string): Texts[] => locales.flatMap((locale) => texts[locale][specialty] ?? []);
const namesOf = (specialty: string): string[] => textsOf(specialty).flatMap(({ names }) => names);

/** Specialties that include others: they are found by the same words. */
const covers: Readonly<Record<string, readonly string[]>> = {
  'Orthopädie und Unfallchirurgie': ['Orthopädie', 'Unfallchirurgie'],
};

const persons: readonly (readonly [RegExp, string])[] = [
  [/logie$/i, 'loge'],
  [/logie$/i, 'login'],
  [/iatrie$/i, 'iater'],
  [/iatrie$/i, 'iaterin'],
  [/chirurgie$/i, 'chirurg'],
  [/chirurgie$/i, 'chirurgin'],
  [/medizin$/i, 'mediziner'],
  [/medizin$/i, 'medizinerin'],
  [/logy$/i, 'logist'],
  [/surgery$/i, 'surgeon'],
  [/iatrics$/i, 'iatrician'],
  [/iatry$/i, 'iatrist'],
];
/** Job titles: "Kardiologie" as "Kardiologe" and "Kardiologin". */
const personsOf = (name: string): string[] =>
  name
    .split(' ')
    .flatMap((word) =>
      persons.flatMap(([ending, person]) => (ending.test(word) ? [word.replace(ending, person)] : [])),
    );

const byFoldedName = once(
  () =>
    new Map(specialties.flatMap((specialty) => namesOf(specialty).map((name) => [foldWord(name), specialty] as const))),
);
/** The offered specialty with this name. Most are written by their key. */
const known = (name: string): string | undefined => (isSpecialty(name) ? name : byFoldedName().get(foldWord(name)));
/** A known name as a whole, or several separated by commas, with separators kept. */
const partsOf = (written: string): string[] => (known(written) ? [written] : written.split(/(\s*[,;/]\s*)/));

/** A specialty in the reader's language if its name is known, else as written. */
export const specialtyIn = (written: string, locale: Locale): string =>
  partsOf(written)
    .map((part) => {
      const names = texts[locale][known(part) ?? '']?.names ?? [];
      return names.some((name) => foldWord(name) === foldWord(part)) ? part : (names[0] ?? part);
    })
    .join('');

const wordsOf = (text: string): string =>
  ` ${text
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldWord)
    .join(' ')} `;
/** The specialties within a longer name: "Innere Medizin und Kardiologie", "Facharzt für Orthopädie". */
const within = (written: string): string[] => {
  const whole = known(written);
  if (whole) return [whole];
  const words = wordsOf(written);
  return specialties.filter((specialty) => namesOf(specialty).some((name) => words.includes(wordsOf(name))));
};
/**
 * The offered specialties that an entry names, the one that counts most first: parts in their order, and in a compound
 * title the last ones first, because "Innere Medizin und Kardiologie" is a cardiologist's.
 */
export const specialtiesOf = (written: string): string[] => {
  const endIn = (part: string, specialty: string) =>
    Math.max(
      ...namesOf(specialty).map((name) => {
        const at = wordsOf(part).lastIndexOf(wordsOf(name));
        return at < 0 ? at : at + wordsOf(name).length;
      }),
    );
  const named = partsOf(written).flatMap((part) =>
    within(part)
      .map((specialty) => ({ specialty, end: endIn(part, specialty) }))
      .sort((a, b) => b.end - a.end || b.specialty.length - a.specialty.length)
      .map(({ specialty }) => specialty),
  );
  return [...new Set(named)];
};

const allWords = (specialty: string): string[] => [
  ...namesOf(specialty),
  ...namesOf(specialty).flatMap(personsOf),
  ...textsOf(specialty).flatMap(({ search }) => search ?? []),
  ...(covers[specialty] ?? []).flatMap(allWords),
];

// Cached, because a directory search repeats the same few with every letter.
const collected = new Map<string, string>();
const mostCollected = 1000;

/** All search words of a specialty in all languages: names, job titles, body parts and illnesses. */
export const specialtyWords = (written: string): string => {
  const words =
    collected.get(written) ?? [written, ...new Set(partsOf(written).flatMap(within).flatMap(allWords))].join(' ');
  if (collected.size < mostCollected) collected.set(written, words);
  return words;
};

/** The offered specialties, sorted by the alphabet of `locale`; `also`: further search words. */
export const specialtyOptions = (locale: Locale): { value: string; label: string; also: string }[] =>
  specialties
    .map((specialty) => specialtyIn(specialty, locale))
    .map((name) => ({ value: name, label: name, also: specialtyWords(name) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
