/** Letters that Unicode does not decompose, in their common transliteration. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'ng',
  ŧ: 't',
  ĸ: 'k',
  ə: 'a',
  ɨ: 'i',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
// Accents, and the vowel points of Arabic and Hebrew. Marks of other scripts are vowels that distinguish words.
const accents = /(?=\p{M})[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;
const apostrophe = /['’‘ʼ`´]/;

/** Lower case without accents; punctuation and spaces stay. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter);
/**
 * Treats ä, ae and a as equal, because devices and keyboards write all three; also å and aa, ø and oe. The ue in Bauer
 * is no ü, because its u belongs to au.
 */
export const spelledPairs = /[ao]e|(?<![aeoq])ue|aa/g;
const oneSpelling = (word: string): string => word.replace(spelledPairs, (pair) => pair[0] ?? pair);
const signs = /[^\p{L}\p{M}\p{N}]+/gu;

/** Normalises a word for comparison: case, accents, punctuation and spelling variants. */
export const foldWord = (word: string): string => oneSpelling(withoutAccents(word).replace(signs, ''));

const padded = (number: string): string => number.padStart(2, '0');
const germanDate = /(?<![\p{L}\p{N}])(\d{1,2})\s?[./]\s?(\d{1,2})\s?[./]\s?(\d{4})(?!\p{N})/gu;
const isoDate = /(?<![\p{L}\p{N}])(\d{4})-(\d{1,2})-(\d{1,2})(?!\p{N})/gu;
const withDates = (text: string, write: (day: string, month: string, year: string) => string): string =>
  text
    .replace(germanDate, (_, day: string, month: string, year: string) => write(padded(day), padded(month), year))
    .replace(isoDate, (_, year: string, month: string, day: string) => write(padded(day), padded(month), year));

const tokensOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const partsOf = (token: string): string[] => token.split(signs).map(foldWord).filter(Boolean);

// Dr. Müller may be typed as Dr.Müller.
const abbreviated = /^\p{L}{1,4}\.$/u;

/**
 * The folded search words of a text: each word, the parts of a compound (`Mbeki-Sommer`, `L4/L5`, `O’Connor`), and
 * dates in both orders.
 */
export const indexWords = (text: string): string[] => {
  const tokens = tokensOf(withDates(text, (day, month, year) => ` ${day}${month}${year} ${year}${month}${day} `));
  const abbreviations = tokens.flatMap((token, index) =>
    abbreviated.test(token) ? [foldWord(token + (tokens[index + 1] ?? ''))] : [],
  );
  return [
    ...new Set([...tokens.flatMap((token) => [foldWord(token), ...partsOf(token)]), ...abbreviations].filter(Boolean)),
  ];
};

/** A partially typed date, `1.`, `1.1` or `1.10.19`, as a prefix of `ddmmyyyy`. */
const unfinishedDate = (token: string): string[] => {
  const match = /^(\d{1,2})\.(?:(\d{1,2})(\.\d{0,3})?)?$/.exec(token);
  if (!match) return [];
  const [, day = '', month = '', year] = match;
  if (year === undefined && month.length < 2) return [padded(day)];
  return [`${padded(day)}${padded(month)}${(year ?? '').slice(1)}`];
};
/** Đ is written D and Dj; indexed is the D. The beginning of a word would find too many others. */
const withDj = (token: string): string[] => [
  ...(token.length > 3 ? [foldWord(token.replace(/dj/gi, 'd'))] : []),
  foldWord(token.replace(/đ/gi, 'dj')),
];
/** The possible meanings of a typed word; several words where a hyphen joins them. */
const meaningsOf = (token: string): string[][] => {
  const whole = foldWord(token);
  if (whole === '') return [];
  const date = unfinishedDate(token);
  if (date.length > 0) return [[...new Set([...date, whole])]];
  const parts = partsOf(token);
  const long = parts.filter((part) => part.length > 1);
  // A dot joins the parts of one name: labor.jpg.
  if (parts.length < 2 || long.length === 0 || /^[^.]+(\.[\p{L}\p{N}]+)+$/u.test(token))
    return [[...new Set([whole, ...withDj(token)])]];
  // O'Connor is written O’Connor, OConnor, O Connor and Connor.
  return apostrophe.test(token) ? [[...new Set([whole, ...long.slice(-1)])]] : long.map((part) => [part]);
};
/** A search, word by word: each must match in one of its meanings. */
export const typedWords = (typed: string): string[][] =>
  tokensOf(withDates(typed, (day, month, year) => `${year}${month}${day}`)).flatMap(meaningsOf);

// Shorter words are parts of too many others: "arm" in "Darm".
const shortestPart = 4;
const shortestSlip = 5;
const isWord = (text: string): boolean => /^\p{L}+$/u.test(text);

// Caches split texts, because a list is searched with every typed letter.
const split = new Map<string, string[]>();
const mostSplit = 5000;
const searchableWords = (text: string): string[] => {
  const known = split.get(text);
  if (known) return known;
  const words = [
    ...new Set([...indexWords(text), ...tokensOf(withoutAccents(text)).map((token) => token.replace(signs, ''))]),
  ];
  if (split.size >= mostSplit) split.clear();
  split.set(text, words);
  return words;
};

/** True if one wrong, missing, extra or swapped letter turns `word` into a prefix of `other`. */
const isSlipOf = (word: string, other: string): boolean => {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const [rest, meant] = [word.slice(at), other.slice(at)];
  const begins = (a: string, b: string) => b.startsWith(a);
  return (
    begins(rest.slice(1), meant.slice(1)) ||
    begins(rest, meant.slice(1)) ||
    begins(rest.slice(1), meant) ||
    (rest.length > 1 && rest[0] === meant[1] && rest[1] === meant[0] && begins(rest.slice(2), meant.slice(2)))
  );
};

/**
 * True when every typed word is in the text: short ones as the beginning of a word, longer ones anywhere.
 * @param forgiving one slip of the keyboard in a word of five letters or more is no obstacle
 */
export const matchesWords = (text: string, typed: string, { forgiving = false } = {}): boolean => {
  const words = searchableWords(text);
  return typedWords(typed).every((meanings) =>
    meanings.some(
      (meaning) =>
        words.some((word) => (meaning.length < shortestPart ? word.startsWith(meaning) : word.includes(meaning))) ||
        (forgiving &&
          meaning.length >= shortestSlip &&
          isWord(meaning) &&
          words.some((word) => isSlipOf(meaning, word))),
    ),
  );
};

/** A found word with a few words around it. */
export interface Excerpt {
  before: string;
  word: string;
  after: string;
}
const aroundLetters = 60;
const lineOf = (text: string): string => text.replace(/\s+/g, ' ');
const endOf = (text: string): string => {
  const line = lineOf(text).trimStart();
  return line.length <= aroundLetters ? line : `… ${line.slice(-aroundLetters).replace(/^\S*\s/, '')}`;
};
const beginningOf = (text: string): string => {
  const line = lineOf(text).trimEnd();
  return line.length <= aroundLetters ? line : `${line.slice(0, aroundLetters).replace(/\s\S*$/, '')} …`;
};

/** The first word of a text that begins with one of the typed ones, and its surroundings; null without such a word. */
export const excerptOf = (text: string, typed: string): Excerpt | null => {
  const meanings = typedWords(typed).flat();
  for (const { 0: token, index } of text.matchAll(/\S+/gu)) {
    if (!indexWords(token).some((part) => meanings.some((meaning) => part.startsWith(meaning)))) continue;
    const word = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '');
    const from = index + token.indexOf(word);
    return { before: endOf(text.slice(0, from)), word, after: beginningOf(text.slice(from + word.length)) };
  }
  return null;
};
