import { glossaryWords, type GlossaryTerm } from './glossary-words.ts';

/** A part of a text; `term` where the glossary explains it. */
export interface TextPart {
  text: string;
  term?: GlossaryTerm;
}

// Abbreviations are found in their own letters only: "CT", not "ct".
const isAbbreviation = (word: string) => /\p{Lu}.*\p{Lu}/u.test(word);
const terms = new Map<string, GlossaryTerm>();
for (const [term, words] of Object.entries(glossaryWords) as [GlossaryTerm, readonly string[]][])
  for (const word of words) terms.set(isAbbreviation(word) ? word : word.toLowerCase(), term);
const longestFirst = Object.values<readonly string[]>(glossaryWords)
  .flat()
  .sort((a, b) => b.length - a.length);
// Whole words only: the glossary's "Stenose" may not explain "Stenosegrad" or "Stenose-Rest". The text before a word
// is part of the match, because older browsers have no lookbehind.
const found = () => new RegExp(`(^|[^\\p{L}\\p{N}-])(${longestFirst.join('|')})(?![\\p{L}\\p{N}-])`, 'giu');

/** Splits a text at the words that the glossary explains. Each term is found once, where it stands first. */
export const explainedWords = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  const seen = new Set<GlossaryTerm>();
  let from = 0;
  for (const match of text.matchAll(found())) {
    const [, before = '', word = ''] = match;
    const term = terms.get(word) ?? terms.get(word.toLowerCase());
    if (!term || seen.has(term)) continue;
    const at = match.index + before.length;
    seen.add(term);
    if (at > from) parts.push({ text: text.slice(from, at) });
    parts.push({ text: word, term });
    from = at + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
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
