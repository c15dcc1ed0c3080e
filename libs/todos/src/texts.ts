import { defineTexts } from '@konsil/i18n';

export const todoTexts = defineTexts('todos', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
