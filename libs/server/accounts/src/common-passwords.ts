import { withoutAccents } from '@konsil/contracts/fold';
import { commonWords } from './common-words.ts';

/** Keyboard rows and other sequences. */
const lines = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertzuiopü',
  'qwertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
  '1qay2wsx3edc4rfv5tgb6zhn7ujm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qaywsxedcrfvtgbzhnujm',
  'qazwsxedcrfvtgbyhnujm',
  'zaq12wsxcde34rfv',
  'yaq12wsxcde34rfv',
  'q1w2e3r4t5z6u7i8o9p0',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6z7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const runs = [...lines, ...lines.map((line) => [...line].reverse().join(''))];
/** Characters that replace letters: P@ssw0rd. */
const disguises: Record<string, string> = {
  0: 'o',
  1: 'il',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const mostPieces = 3;
const shortestRun = 3;

const reads = (char: string, letter: string) => char === letter || (disguises[char]?.includes(letter) ?? false);
const startsWith = (text: string, word: string) =>
  word.length <= text.length && [...word].every((letter, index) => reads(text[index] ?? '', letter));

interface Piece {
  length: number;
  isWord: boolean;
}
/** The easily guessed pieces that a text can start with. */
const beginnings = (text: string, words: readonly string[]): Piece[] => {
  const pieces: Piece[] = words
    .filter((word) => startsWith(text, word))
    .map((word) => ({ length: word.length, isWord: true }));
  for (let length = shortestRun; length <= text.length; length += 1) {
    if (runs.some((run) => run.includes(text.slice(0, length)))) pieces.push({ length, isWord: false });
  }
  const same = /^(.{1,4}?)\1+/.exec(text)?.[0].length;
  const rest = [/^(19|20)\d\d/, /^\d{1,2}/, /^[^\p{L}\d]{1,2}/u, /^\p{L}(?=\d)/u].map(
    (pattern) => pattern.exec(text)?.[0].length,
  );
  for (const length of [same, ...rest]) if (length) pieces.push({ length, isWord: false });
  return pieces;
};

const isMadeOf = (text: string, words: readonly string[], piecesLeft: number, wordsLeft: number): boolean =>
  text === '' ||
  (piecesLeft > 0 &&
    beginnings(text, words).some(
      (piece) =>
        (!piece.isWord || wordsLeft > 0) &&
        isMadeOf(text.slice(piece.length), words, piecesLeft - 1, wordsLeft - (piece.isWord ? 1 : 0)),
    ));

/**
 * Whether a password is among those attackers try first: a common word (also with replaced letters, or from the user's
 * own address), keyboard runs, repetitions and years, in up to three pieces.
 */
export const isCommonPassword = (password: string, email: string | null): boolean => {
  const own = (email?.toLowerCase().split('@')[0] ?? '').split(/[^\p{L}]+/u).filter((part) => part.length >= 3);
  const text = withoutAccents(password);
  return isMadeOf(text, [...commonWords, ...own], mostPieces, 1);
};
