import { defineTexts } from '@konsil/i18n';

export const supportTexts = defineTexts('support', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
