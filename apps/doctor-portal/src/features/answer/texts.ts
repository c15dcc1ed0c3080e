import { defineTexts } from '@konsil/i18n';

export const answerTexts = defineTexts('answer', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
