// @bundle route
import { defineTexts } from '@konsil/i18n';

export const recipientTexts = defineTexts('recipients', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
