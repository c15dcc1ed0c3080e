// @bundle route
import { defineTexts } from '@konsil/i18n';

/** Texts of the account pages: account, settings, contact, support. */
export const accountTexts = defineTexts('account', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
