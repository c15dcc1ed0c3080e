import { defineTexts } from '@konsil/i18n';

export const searchTexts = defineTexts('doctor-search', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
