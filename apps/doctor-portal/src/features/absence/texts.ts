import { defineTexts } from '@konsil/i18n';

export const absenceTexts = defineTexts('absence', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
