import { defineTexts } from '@konsil/i18n';

/** Words about the end of a session and about a quiet copy; fetched together with those of the signed-in pages. */
export const sessionTexts = defineTexts('session', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
