import { defineTexts } from '@konsil/i18n';

export const usualTexts = defineTexts('usual', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
