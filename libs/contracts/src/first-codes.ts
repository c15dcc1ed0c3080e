/** The codes that every first page needs; separate from `codes.ts` to keep it small. */
export const roles = ['patient', 'doctor'] as const;
export type Role = (typeof roles)[number];
/** Kinds of accounts; operators work in the console only and are on no side of a case. */
export const accountKinds = [...roles, 'operator'] as const;
export type AccountKind = (typeof accountKinds)[number];

export const locales = ['de', 'en'] as const;
export type Locale = (typeof locales)[number];
/** A language, or its simple form (the variant `simple` of BCP 47). */
export type Variety = Locale | `${Locale}-simple`;
/** The language of a variety; undefined for anything else. */
export const localeOf = (variety: unknown): Locale | undefined =>
  locales.find((locale) => variety === locale || variety === `${locale}-simple`);
/** The cookie with the chosen language, so that the server can respond in it. */
export const localeCookie = 'konsil_locale';
