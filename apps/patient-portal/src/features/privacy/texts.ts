// @bundle route
import { defineTexts } from '@konsil/i18n';

export const privacyTexts = defineTexts('patient-privacy', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
