// @bundle route
import { defineTexts } from '@konsil/i18n';

/** Texts of the sign-in with an identity provider, and of the linked ones on the account page. */
export const providerTexts = defineTexts('providers', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
