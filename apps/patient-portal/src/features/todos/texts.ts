import { defineTexts } from '@konsil/i18n';

export const todoPageTexts = defineTexts('patient-todos', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
