import { defineTexts } from '@konsil/i18n';

export const startTexts = defineTexts('patient-start', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
