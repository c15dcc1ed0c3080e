// @bundle route
import { defineTexts } from '@konsil/i18n';

/** Texts of the sign-in after its first step: the second factor, and why a correct password was refused. */
export const codeTexts = defineTexts('code', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
