import { createContext, useContext } from 'react';
import { formatTags, locales, type Locale } from '@konsil/contracts/first-codes';
import texts from '../locales/viewer.json';

export { locales as languages };
export type Language = Locale;

type Tree = (typeof texts)['de'];
type Keys<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends { one: string }
    ? `${Path}${K}`
    : T[K] extends string
      ? `${Path}${K}`
      : Keys<T[K], `${Path}${K}.`>;
}[keyof T & string];
export type WordKey = Keys<Tree>;
type Values = Record<string, string | number>;

export interface Words {
  language: Language;
  t(key: WordKey, values?: Values): string;
  /** Formats `2024-02-29` for reading. */
  day(iso: string): string;
  /** The time of day. */
  time(at: Date): string;
  number(value: number, digits?: number): string;
  /** A length of time. */
  span(count: number, unit: 'day' | 'month' | 'year'): string;
  /** A pixel value with enough digits to tell it from others within a range. */
  value(value: number, range: number): string;
}

const trees: Record<Language, Tree> = texts;

const find = (tree: unknown, key: string): unknown =>
  key.split('.').reduce((node, part) => (node as Record<string, unknown> | undefined)?.[part], tree);
const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A minus as wide as a plus, which is not taken for a hyphen. */
const withMinus = (text: string): string => text.replace('-', '\u2212');

/** The viewer's texts in one language. */
export function wordsIn(language: Language): Words {
  const plural = new Intl.PluralRules(language);
  return {
    language,
    t(key, values = {}) {
      const found = find(trees[language], key) as string | Record<string, string>;
      const text =
        typeof found === 'string' ? found : (found[plural.select(Number(values['count']))] ?? found['other'] ?? '');
      return fill(text, values);
    },
    day: (iso) =>
      new Intl.DateTimeFormat(formatTags[language], { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${iso}T00:00:00Z`),
      ),
    time: (at) => new Intl.DateTimeFormat(formatTags[language], { timeStyle: 'short' }).format(at),
    number: (value, digits = 0) =>
      withMinus(
        new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value),
      ),
    span: (count, unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    value: (value, range) =>
      withMinus(
        new Intl.NumberFormat(language, {
          maximumFractionDigits: range > 0 ? Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(range)))) : 3,
        }).format(value),
      ),
  };
}

const WordsContext = createContext<Words>(wordsIn('de'));
export const WordsProvider = WordsContext.Provider;
export const useWords = (): Words => useContext(WordsContext);
