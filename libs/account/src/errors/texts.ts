import { defineTexts } from '@konsil/i18n';

/** Every named authentication error in words (spec section 8). */
export const errorTexts = defineTexts('auth-errors', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
