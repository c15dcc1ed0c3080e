/** The codes that every first page needs; separate from `codes.ts` to keep it small. */
export const roles = ['patient', 'doctor'] as const;
export type Role = (typeof roles)[number];
/** Kinds of accounts; operators work in the console only and are on no side of a case. */
export const accountKinds = [...roles, 'operator'] as const;
export type AccountKind = (typeof accountKinds)[number];

/**
 * The languages of the interface, each with the tag whose dates and numbers it uses. British English has the day before
 * the month and a 24-hour clock, like the glossary's sentences.
 */
export const formatTags = { de: 'de-DE', en: 'en-GB' } as const;
export type Locale = keyof typeof formatTags;
export const locales = Object.keys(formatTags) as [Locale, ...Locale[]];
/** Languages that write titles without a full stop: `Dr Sandberg`. */
export const titlesWithoutStop: readonly Locale[] = ['en'];
/** A language, or its simple form (the variant `simple` of BCP 47). */
export type Variety = Locale | `${Locale}-simple`;
/** The language of a variety; undefined for anything else. */
export const localeOf = (variety: unknown): Locale | undefined =>
  locales.find((locale) => variety === locale || variety === `${locale}-simple`);
/** The cookie with the chosen language, so that the server can respond in it. */
export const localeCookie = 'konsil_locale';
