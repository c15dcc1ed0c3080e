// @bundle route
import { defineTexts } from '@konsil/i18n';

export const shareTexts = defineTexts('patient-share', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
