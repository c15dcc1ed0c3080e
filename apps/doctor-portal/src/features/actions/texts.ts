import { defineTexts } from '@konsil/i18n';

export const actionTexts = defineTexts('doctor-actions', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
