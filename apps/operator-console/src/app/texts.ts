import { defineTexts } from '@konsil/i18n';

/** Texts of the frame of signed-in pages. */
export const frameTexts = defineTexts('console-frame', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
