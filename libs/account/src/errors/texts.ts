import { defineTexts } from '@konsil/i18n';

/** Every named authentication error in words (docs/specification.md section 8). */
export const errorTexts = defineTexts('auth-errors', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
