import { defineTexts } from '@konsil/i18n';

export const withdrawTexts = defineTexts('withdraw', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
