// @bundle ui
import { locales, type Locale } from './codes.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const namesIn = (locale: Locale): Intl.DisplayNames =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });

const known = new Map<string, string>();

/**
 * A country in a reader's language. Records have the name that was chosen in the language of that time; one that is in
 * none of our languages stays as it is.
 */
export const countryIn = (name: string, locale: Locale): string => {
  if (name === '') return name;
  const key = `${locale} ${name}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const all = locales.map(namesIn);
  const code = letters
    .flatMap((first) => letters.map((second) => first + second))
    .find((region) => all.some((names) => names.of(region) === name));
  const found = (code && namesIn(locale).of(code)) || name;
  // Names can be typed by another system: only those of countries are kept.
  if (code) known.set(key, found);
  return found;
};
