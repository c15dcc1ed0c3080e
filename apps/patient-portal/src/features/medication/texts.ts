import { defineTexts } from '@konsil/i18n';

export const ownMedicationTexts = defineTexts('own-medication', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
