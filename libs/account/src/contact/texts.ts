import { defineTexts } from '@konsil/i18n';

/** Words of the page that helps with signing in. */
export const helpTexts = defineTexts('help', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
