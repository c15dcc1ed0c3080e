import { defineTexts } from '@konsil/i18n';

export const messagePageTexts = defineTexts('patient-messages', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
