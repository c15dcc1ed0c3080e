import { defineTexts } from '@konsil/i18n';

export const caseTexts = defineTexts('doctor-case', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
