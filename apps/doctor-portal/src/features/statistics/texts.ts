import { defineTexts } from '@konsil/i18n';

export const statisticsTexts = defineTexts('statistics', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
