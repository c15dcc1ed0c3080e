import { locales, type Locale } from '@konsil/contracts/first-codes';

/** A value for each language. */
export const inEachLanguage = <Value>(make: (locale: Locale) => Value): Record<Locale, Value> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Value>;

/**
 * The texts of a `locales` folder in each language. `load` requires a file by pattern: esbuild bundles all that match,
 * so a further language needs no code.
 */
export const textsOf = <Texts>(load: (locale: Locale) => unknown): Record<Locale, Texts> =>
  inEachLanguage((locale) => load(locale) as Texts);

type Values = Readonly<Record<string, string | number>>;
/** Fills `{{name}}` in a text. */
export const fill = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A function that fills a text with values, in the order of their names. */
export const filling =
  <Names extends string[]>(text: string, ...names: Names) =>
  (...values: { [Each in keyof Names]: string | number }): string =>
    fill(text, Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])));

const rules = inEachLanguage((locale) => new Intl.PluralRules(locale));
/** The form of a text for a number, filled: the language's own form, or `zero` where the text has one. */
export const forCount = (
  forms: { other: string } & Partial<Record<string, string>>,
  count: number,
  locale: Locale,
  values: Values = {},
): string =>
  fill((count === 0 ? forms['zero'] : undefined) ?? forms[rules[locale].select(count)] ?? forms.other, {
    ...values,
    count,
  });
