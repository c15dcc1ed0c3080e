/** The codes that every first page needs; it does without the others (`codes.ts`). */
export const roles = ['patient', 'doctor'] as const;
export type Role = (typeof roles)[number];

export const locales = ['de', 'en'] as const;
export type Locale = (typeof locales)[number];
/** The cookie that keeps a chosen language, so that the server can answer a page in it. */
export const localeCookie = 'konsil_locale';
