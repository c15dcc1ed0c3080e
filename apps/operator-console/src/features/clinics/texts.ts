import { defineTexts } from '@konsil/i18n';

export const clinicsTexts = defineTexts('console-clinics', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
