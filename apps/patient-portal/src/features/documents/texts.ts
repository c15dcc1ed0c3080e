import { defineTexts } from '@konsil/i18n';

export const documentPageTexts = defineTexts('patient-documents', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
