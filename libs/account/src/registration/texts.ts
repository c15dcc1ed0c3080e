import { defineTexts } from '@konsil/i18n';

/** Texts of the registration and of setting a password. */
export const registrationTexts = defineTexts('registration', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
