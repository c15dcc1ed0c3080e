import { defineTexts } from '@konsil/i18n';

export const documentTexts = defineTexts('documents', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
