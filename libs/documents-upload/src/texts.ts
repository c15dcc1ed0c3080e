import { defineTexts } from '@konsil/i18n';

export const uploadTexts = defineTexts('documents-upload', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
