import { defineTexts } from '@konsil/i18n';

export const patientPageTexts = defineTexts('patient-patients', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
