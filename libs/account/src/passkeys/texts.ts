import { defineTexts } from '@konsil/i18n';

/** Texts of the passkeys on the account page. */
export const passkeyTexts = defineTexts('passkeys', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
