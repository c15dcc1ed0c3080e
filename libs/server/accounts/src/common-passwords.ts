import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

// About 300 million guesses: a password just above the rules of the sign-up stays below, three chance words do not.
const fewGuesses = 8.5;
// The search takes the longer the longer the text: 64 characters of the worst kind take 0.2 s.
const readCharacters = 40;

const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, common, en, de] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
    import('@zxcvbn-ts/language-de'),
  ]);
  return new Factory({
    graphs: common.adjacencyGraphs,
    dictionary: {
      passwords: common.dictionary['passwords-common'],
      // Most frequent words first; rare ones cost memory and say little.
      englishWords: en.dictionary['commonWords-en'].slice(0, 20_000),
      germanWords: de.dictionary.commonWords,
      firstNames: [...en.dictionary['firstnames-en'], ...de.dictionary.firstnames],
      lastNames: [...en.dictionary['lastnames-en'].slice(0, 10_000), ...de.dictionary.lastnames],
    },
  });
};
let loaded: Promise<ZxcvbnFactory> | undefined;

/**
 * Finds passwords that attackers try first, by the estimate of zxcvbn over the beginning (ASVS 6.2.4):
 * common passwords, words and names in German and English, keyboard runs, dates, and parts of the user's own address,
 * also with replaced letters.
 */
export const isCommonPassword = async (password: string, email: string | null): Promise<boolean> => {
  const own = (email?.toLowerCase().split('@')[0] ?? '').split(/[^\p{L}]+/u).filter((part) => part.length >= 3);
  const zxcvbn = await (loaded ??= load());
  return zxcvbn.check(password.slice(0, readCharacters), ['konsil', ...own]).guessesLog10 < fewGuesses;
};
