import { defineTexts } from '@konsil/i18n';

export const codeTexts = defineTexts('medical-codes', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
