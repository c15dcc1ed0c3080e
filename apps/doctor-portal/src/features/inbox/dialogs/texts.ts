import { defineTexts } from '@konsil/i18n';

export const triageDialogTexts = defineTexts('triage-dialogs', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
