import { formatDay, formatList, formatNumber } from '@konsil/i18n';
import { readSummary } from '../ips.ts';
import { summaryTexts, type Wording } from '../ips-words.ts';
import de from '../locales/de.json';
import en from '../locales/en.json';

const locales = { de, en };

/** The texts of a language, for use without a rendered page. */
export const wordingIn = (locale: keyof typeof locales): Wording => ({
  t: (key, values = {}) => {
    const found = key
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], locales[locale]);
    if (typeof found !== 'string') throw new Error(`no text for ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  },
  format: {
    day: (day) => formatDay(day, locale).replace(/\u00a0/g, ' '),
    list: (words) => formatList(words, locale),
    number: (value) => formatNumber(value, locale),
  },
});

/** A summary as the page shows it, in a language. */
export const readInWords = (text: string, locale: keyof typeof locales = 'de') => {
  const read = readSummary(text, locale);
  if (!read) return null;
  const { parts: _, names, ...rest } = read;
  const { texts, left } = summaryTexts(read, wordingIn(locale));
  return { ...rest, names, texts, left };
};
