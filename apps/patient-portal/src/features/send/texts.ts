import { defineTexts } from '@konsil/i18n';

export const sendTexts = defineTexts('patient-send', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
