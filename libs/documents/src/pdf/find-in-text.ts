import { spelledPairs, withoutAccents } from '@konsil/contracts/fold';

/** A run of text of a page, as pdf.js gives it. */
export interface TextRun {
  str: string;
  hasEOL: boolean;
}
/** A letter: index of its run, and offset in the run. */
export interface Place {
  run: number;
  at: number;
}
/** From the first to the last letter. */
export interface Found {
  from: Place;
  to: Place;
}
/** The folded letters of a page, each with its place. */
export interface FoldedText {
  text: string;
  places: Place[];
}

/** Drops the second letter of ae, oe, ue and aa, as the search over all cases does. */
const inOneSpelling = ({ text, places }: FoldedText): FoldedText => {
  const dropped = new Set([...text.matchAll(spelledPairs)].map(({ index }) => index + 1));
  if (dropped.size === 0) return { text, places };
  const isKept = (_: unknown, index: number) => !dropped.has(index);
  return { text: [...text].filter(isKept).join(''), places: places.filter(isKept) };
};

/** Folds a page's text letter by letter: spaces are one, and a word that a line end divides is whole. */
export const foldRuns = (runs: readonly TextRun[]): FoldedText => {
  const letters: string[] = [];
  const places: Place[] = [];
  const add = (letter: string, place: Place) => {
    if (letter === ' ' && (letters.length === 0 || letters.at(-1) === ' ')) return;
    letters.push(letter);
    places.push(place);
  };
  runs.forEach(({ str, hasEOL }, run) => {
    for (let at = 0; at < str.length; at += 1) {
      const letter = str[at] ?? '';
      const folded = /\s/.test(letter) ? ' ' : withoutAccents(letter);
      for (const part of folded.split('')) add(part, { run, at });
    }
    if (!hasEOL) return;
    const goesOn = /^\p{Ll}/u.test(runs.slice(run + 1).find((next) => next.str !== '')?.str ?? '');
    if (goesOn && /[-\u00ad]/.test(letters.at(-1) ?? '') && /\p{L}/u.test(letters.at(-2) ?? '')) {
      letters.pop();
      places.pop();
    } else add(' ', { run, at: Math.max(0, str.length - 1) });
  });
  return inOneSpelling({ text: letters.join(''), places });
};

const foldTyped = (typed: string): string => foldRuns([{ str: typed, hasEOL: false }]).text.trim();

const allOf = ({ text, places }: FoldedText, wanted: string): Found[] => {
  const found: Found[] = [];
  for (let index = text.indexOf(wanted); index >= 0; index = text.indexOf(wanted, index + wanted.length)) {
    const [from, to] = [places[index], places[index + wanted.length - 1]];
    if (from && to) found.push({ from, to });
  }
  return found;
};

/** The places that contain what was typed, in reading order. */
export const findTyped = (text: FoldedText, typed: string): Found[] => {
  const wanted = foldTyped(typed);
  return wanted === '' ? [] : allOf(text, wanted);
};

/** The typed words one by one, to look for when they are nowhere together. */
export const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => foldTyped(word).length > 1);
