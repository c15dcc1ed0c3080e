import { defineTexts } from '@konsil/i18n';

/** Texts of the frame and of the first pages; loaded together with the common ones. */
export const publicTexts = defineTexts('public', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
