// @bundle route
import { defineTexts } from '@konsil/i18n';

export const appTexts = defineTexts('patient-apps', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
