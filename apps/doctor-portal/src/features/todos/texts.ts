import { defineTexts } from '@konsil/i18n';

export const todoPageTexts = defineTexts('doctor-todos', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
