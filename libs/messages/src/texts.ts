import { defineTexts } from '@konsil/i18n';

export const messageTexts = defineTexts('messages', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
