import { defineTexts } from '@konsil/i18n';

export const dashboardTexts = defineTexts('patient-dashboard', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
