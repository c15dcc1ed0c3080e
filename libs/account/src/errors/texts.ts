// @bundle route
import { defineTexts } from '@konsil/i18n';

/** The text of each named authentication error (docs/specification.md section 8). */
export const errorTexts = defineTexts('auth-errors', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
