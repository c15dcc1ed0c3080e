import { defineTexts } from '@konsil/i18n';

/** Texts about the session's end and about restored copies; loaded with the signed-in pages. */
export const sessionTexts = defineTexts('session', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
