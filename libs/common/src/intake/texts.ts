import { defineTexts } from '@konsil/i18n';

export const intakeTexts = defineTexts('intake', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
