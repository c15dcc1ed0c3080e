import { foldWord } from './fold.ts';

const pieces = (text: string, separator: RegExp | string): string[] => text.split(separator).map((part) => part.trim());

const oneGroup = (group: string, familyFirst: boolean): string => {
  const components = pieces(group, '^');
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = components;
  // Some devices write the whole name into the first component.
  const [last = '', first = ''] =
    components.length === 1 && /^[^,]+,[^,]+$/.test(family) ? pieces(family, ',') : [family, given];
  const [title, particle] = /^\p{Ll}[\p{L}\s]*$/u.test(prefix) ? ['', prefix] : [prefix, ''];
  return (familyFirst ? [title, particle, last, first, middle, suffix] : [title, first, middle, particle, last, suffix])
    .filter(Boolean)
    .join(' ');
};
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Formats a DICOM person name (`Family^Given^Middle^Prefix^Suffix`, in up to three groups
 * `alphabetic=ideographic=phonetic`): in Latin letters, then in the person's own script.
 */
export const readablePersonName = (name: string): string => {
  const [alphabetic = '', ideographic = '', phonetic = ''] = name
    .split('=')
    .map((group) => oneGroup(group, eastAsian.test(group)));
  return [...new Set([alphabetic, ideographic].filter(Boolean))].join(' · ') || phonetic;
};

const noNames = new Set(
  [
    'dr',
    'drs',
    'prof',
    'professor',
    'med',
    'dent',
    'vet',
    'phil',
    'rer',
    'nat',
    'habil',
    'dipl',
    'ing',
    'mag',
    'phd',
    'md',
    'mba',
    'bsc',
    'msc',
    'pd',
    'priv',
    'doz',
    'herr',
    'frau',
    'mr',
    'mrs',
    'ms',
    'miss',
    'sir',
    'jr',
    'sr',
    'jun',
    'sen',
    'junior',
    'senior',
    'geb',
    'geborene',
    'nee',
    'von',
    'van',
    'vom',
    'zu',
    'zum',
    'zur',
    'und',
    'der',
    'den',
    'dem',
    'des',
    'de',
    'del',
    'della',
    'di',
    'da',
    'dos',
    'du',
    'la',
    'le',
    'el',
    'al',
    'bin',
    'ibn',
    'ter',
    'ten',
  ].map(foldWord),
);

// Devices write a question mark for letters they cannot encode.
const unwritable = /[?\ufffd]/g;
interface NameWord {
  text: string;
  reads: (other: string) => boolean;
}
/**
 * What other letters may stand for: Turkish and Central European ones that a device wrote in a character set of its own
 * and named Latin-1, and the Dj of Đorđević.
 */
const standFor: readonly Readonly<Record<string, string>>[] = [
  { ý: 'ı', þ: 'ş', ð: 'ğ' },
  { ø: 'ř', è: 'č', ì: 'ě', ï: 'ď', ò: 'ň', æ: 'ć', à: 'ŕ', å: 'ĺ', þ: 'ţ' },
  { đ: 'dj' },
];
const spellingsOf = (raw: string): string[] => {
  const others = standFor.map((letters) =>
    [...raw.normalize('NFC').toLowerCase()].map((letter) => letters[letter] ?? letter).join(''),
  );
  // O'Connor and D'Angelo, without what stands before the apostrophe.
  const [, afterApostrophe = ''] = /^\p{L}{1,2}['’‘ʼ`´](\p{L}{3,})$/u.exec(raw) ?? [];
  return [...new Set([raw, ...others, afterApostrophe].map(foldWord).filter(Boolean))];
};
const nameWord = (raw: string): NameWord => {
  const text = foldWord(raw);
  const letters = raw.replace(unwritable, '');
  if (letters === raw || foldWord(letters).length < 2) {
    const spellings = spellingsOf(raw);
    return { text, reads: (other) => spellings.includes(other) || (text.length === 1 && other.startsWith(text)) };
  }
  const pattern = new RegExp(`^${raw.split(unwritable).map(foldWord).join('\\p{L}{1,2}')}$`, 'u');
  return { text, reads: (other) => pattern.test(other) };
};
const wordsIn = (text: string): NameWord[] => {
  const words = text
    .split(/[^\p{L}\p{M}\p{N}?\ufffd'’‘ʼ`´]+/u)
    .filter((word) => /\p{L}/u.test(word))
    .map(nameWord);
  const named = words.filter((word) => !noNames.has(word.text));
  return named.length > 0 ? named : words;
};
const agree = (a: NameWord, b: NameWord): boolean => a.reads(b.text) || b.reads(a.text);
const isAmong = (word: NameWord, words: readonly NameWord[]): boolean => words.some((other) => agree(word, other));
const isWhole = ({ text }: NameWord): boolean => text.length > 1;
/** True if each word matches one of the others. An initial matches no full name: Müller^M is not Anna. */
const areAmong = (words: readonly NameWord[], others: readonly NameWord[]): boolean => {
  const whole = words.filter(isWhole);
  const left = others.filter((other) => !(isWhole(other) && isAmong(other, whole)));
  return words.every((word) => isAmong(word, isWhole(word) ? others : left));
};

interface Person {
  first_name: string;
  last_name: string;
}
/**
 * True if both names have the same words, or the longer name has all words of the shorter one, including the family
 * name.
 */
const sayTheSame = (group: string, { first_name, last_name }: Person): boolean => {
  const [pictured, family, given] = [wordsIn(group), wordsIn(last_name), wordsIn(first_name)];
  const known = [...family, ...given];
  const agreeing = areAmong(pictured, known) || areAmong(known, pictured);
  if (agreeing && family.some((word) => isWhole(word) && isAmong(word, pictured.filter(isWhole)))) return true;
  // VonDerHeide, Al-Hassan and Alhassan: the same letters, split differently.
  const whole = foldWord(group.split('^').slice(0, 3).join(''));
  if ([`${last_name}${first_name}`, `${first_name}${last_name}`].some((name) => foldWord(name) === whole)) return true;
  const [pictureFamily = '', ...pictureGiven] = group.split('^');
  const givenWords = wordsIn(pictureGiven.slice(0, 2).join(' '));
  return (
    foldWord(pictureFamily) === foldWord(last_name) &&
    (givenWords.every((word) => isAmong(word, given)) || given.every((word) => isAmong(word, givenWords)))
  );
};

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
  eastAsian,
];
const inSameScript = (a: string, b: string): boolean => scripts.some((script) => script.test(a) && script.test(b));

/**
 * Compares a name in an image with the patient's; `unknown`: it is empty, or only in a script that the patient's name
 * is not written in.
 */
export const comparePersonName = (name: string, patient: Person): 'same' | 'other' | 'unknown' => {
  const groups = name.split('=').filter((group) => inSameScript(group, `${patient.first_name} ${patient.last_name}`));
  if (groups.length === 0) return 'unknown';
  return groups.some((group) => sayTheSame(group, patient)) ? 'same' : 'other';
};

export interface PicturedPerson {
  /** In DICOM format. */
  patientName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string | null;
}

/**
 * The data of an image, of name and birth date, that contradict the patient's. Missing data is no contradiction; an
 * incomparable name needs the right birth date.
 */
export const differencesOf = (
  { patientName, birthDate }: PicturedPerson,
  patient: Person & { date_of_birth: string },
): ('name' | 'birth_date')[] => {
  const compared = comparePersonName(patientName, patient);
  const isOtherName = compared === 'other' || (compared === 'unknown' && /\p{L}/u.test(patientName) && !birthDate);
  return [
    ...(isOtherName ? (['name'] as const) : []),
    ...(birthDate && birthDate !== patient.date_of_birth ? (['birth_date'] as const) : []),
  ];
};

/** True if an image names another person by name or birth date. */
export const isAnotherPerson = (pictured: PicturedPerson, patient: Person & { date_of_birth: string }): boolean =>
  differencesOf(pictured, patient).length > 0;

/** True if two images may be of one person, by the same comparison. */
export const canBeSamePerson = (a: PicturedPerson, b: PicturedPerson): boolean => {
  if (a.birthDate && b.birthDate && a.birthDate !== b.birthDate) return false;
  if (!/\p{L}/u.test(a.patientName) || !/\p{L}/u.test(b.patientName)) return true;
  const [last_name = '', first_name = '', middle = ''] = (
    a.patientName.split('=').find((group) => /\p{L}/u.test(group)) ?? ''
  ).split('^');
  const day = a.birthDate ?? b.birthDate;
  return !isAnotherPerson(
    { patientName: b.patientName, birthDate: day },
    { last_name, first_name: `${first_name} ${middle}`, date_of_birth: day ?? '' },
  );
};

/**
 * Groups items by person, the person with most items first. Items without a name join the person of their examination,
 * otherwise the first.
 */
export const byPerson = <T extends PicturedPerson & { studyUid: string }>(items: readonly T[]): T[][] => {
  const alike = new Map<string, T[]>();
  for (const item of items) {
    const key = `${item.patientName} ${item.birthDate}`;
    alike.set(key, [...(alike.get(key) ?? []), item]);
  }
  const people: T[][] = [];
  const isNamed = ([first]: T[]) =>
    first !== undefined && (/\p{L}/u.test(first.patientName) || first.birthDate !== null);
  const largestFirst = [...alike.values()].sort((a, b) => b.length - a.length);
  for (const group of largestFirst.filter(isNamed)) {
    const same = people.find((person) =>
      person.every((one) => canBeSamePerson(one, group[0] as T) && canBeSamePerson(group[0] as T, one)),
    );
    if (same) same.push(...group);
    else people.push([...group]);
  }
  for (const item of largestFirst.filter((group) => !isNamed(group)).flat()) {
    const own = people.find((person) => person.some(({ studyUid }) => studyUid === item.studyUid)) ?? people[0];
    if (own) own.push(item);
    else people.push([item]);
  }
  return people;
};
