import { defineTexts } from '@konsil/i18n';

export const casePageTexts = defineTexts('patient-cases', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
