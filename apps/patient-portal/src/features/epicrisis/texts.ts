import { defineTexts } from '@konsil/i18n';

export const epicrisisPageTexts = defineTexts('patient-epicrisis', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
