import { defineTexts } from '@konsil/i18n';

/** Texts of the help page for signing in. */
export const helpTexts = defineTexts('help', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
