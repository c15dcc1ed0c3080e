import type { Vault } from '../../kernel/vault.ts';

const writtenOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };
const parts = (word: string): string[] => word.split(/[-/.,;:()]+/).filter(Boolean);

/** The words that a short text is found by: each word, the parts of a compound one (`Mbeki-Sommer`, `L4/L5`), and umlauts written out. */
export const searchWords = (text: string): string[] => {
  const words = text.split(/\s+/).filter(Boolean).flatMap((word) => [word, ...parts(word)]);
  return [...new Set([...words, ...words.map((word) => word.replace(/[äöüÄÖÜ]/g, (letter) => writtenOut[letter] ?? letter))])];
};

const mostWords = 300;

/** Hashes for a `search` column: `names` are found by the beginnings of their words, a long `text` by whole words. */
export const searchIndex = (vault: Vault, names: readonly string[], text = ''): string[] =>
  [...new Set([...vault.blindIndex(names.flatMap(searchWords)), ...vault.blindQuery(searchWords(text).slice(0, mostWords).join(' '))])];
