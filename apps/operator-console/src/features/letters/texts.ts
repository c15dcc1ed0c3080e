import { defineTexts } from '@konsil/i18n';

export const lettersTexts = defineTexts('console-letters', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
