// @bundle route
import { defineTexts } from '@konsil/i18n';

export const readerTexts = defineTexts('patient-readers', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
