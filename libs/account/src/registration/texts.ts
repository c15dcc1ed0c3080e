import { defineTexts } from '@konsil/i18n';

/** Words of the registration, and of setting a password by a link. */
export const registrationTexts = defineTexts('registration', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
