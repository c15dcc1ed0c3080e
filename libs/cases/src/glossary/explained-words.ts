import { foldWord } from '@konsil/contracts/fold';
import { glossaryWords, type GlossaryTerm } from './glossary-words.ts';

/** A part of a text; `term` where the glossary explains it. */
export interface TextPart {
  text: string;
  term?: GlossaryTerm;
}

// Whole words only: the glossary's "Stenose" may not explain "Stenosegrad" or "Stenose-Rest".
const wordsIn = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu;
const folded = (words: string): string => words.split(/\s+/).map(foldWord).join(' ');
const known = new Map<string, { term: GlossaryTerm; word: string }>();
for (const [term, words] of Object.entries(glossaryWords) as [GlossaryTerm, readonly string[]][])
  for (const word of words) known.set(folded(word), { term, word });
const mostWords = Math.max(...[...known.keys()].map((words) => words.split(' ').length));

const letters = (word: string): string => word.replaceAll('-', '');

/** The term of a text; abbreviations match case-sensitively: "CT", not "ct". */
const termOf = (text: string): GlossaryTerm | undefined => {
  const { term, word = '' } = known.get(folded(text)) ?? {};
  return /\p{Lu}.*\p{Lu}/u.test(word) && letters(word) !== letters(text) ? undefined : term;
};

/** The longest run of words that begins here and is a term. */
const found = (text: string, words: readonly RegExpExecArray[], at: number) => {
  const from = words[at]?.index ?? 0;
  for (let count = Math.min(mostWords, words.length - at); count > 0; count -= 1) {
    const last = words[at + count - 1];
    const end = last ? last.index + last[0].length : from;
    const run = text.slice(from, end);
    const term = text[end] === '-' || text[from - 1] === '-' ? undefined : termOf(run);
    if (term) return { from, end, term };
  }
  return undefined;
};

/** Splits a text at the words that the glossary explains. Each term is explained once, at its first occurrence. */
export const explainedWords = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  const seen = new Set<GlossaryTerm>();
  const words = [...text.matchAll(wordsIn)];
  let done = 0;
  for (let at = 0; at < words.length; at += 1) {
    const match = found(text, words, at);
    if (!match || match.from < done || seen.has(match.term)) continue;
    seen.add(match.term);
    if (match.from > done) parts.push({ text: text.slice(done, match.from) });
    parts.push({ text: text.slice(match.from, match.end), term: match.term });
    done = match.end;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
};

/** The lines of a text, each with its parts. */
export const explainedLines = (text: string): TextPart[][] => {
  const lines: TextPart[][] = [[]];
  for (const part of explainedWords(text))
    part.text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece) lines.at(-1)?.push({ ...part, text: piece });
    });
  return lines;
};
