import { defineTexts } from '@konsil/i18n';

export const patientTexts = defineTexts('doctor-patients', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
