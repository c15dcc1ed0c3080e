import type { Locale } from './first-codes.ts';

/**
 * The languages that operators and doctors write in, in columns and fields that end in `_de` and `_en`: a decision
 * (docs/changes.md), and independent of the languages of the interface.
 */
export const writtenLanguages = ['de', 'en'] as const;
export type WrittenLanguage = (typeof writtenLanguages)[number];
export type Written = Record<WrittenLanguage, string>;

/** The language of a text for a reader, and the other one. English for readers of neither. */
export const writtenFor = (locale: Locale): [WrittenLanguage, WrittenLanguage] =>
  locale === 'de' ? ['de', 'en'] : ['en', 'de'];
