import { defineTexts } from '@konsil/i18n';

export const clinicTexts = defineTexts('clinics', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
