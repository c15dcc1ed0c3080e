import { defineTexts } from '@konsil/i18n';

export const medicationTexts = defineTexts('medication', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
