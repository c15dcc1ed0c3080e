import { defineTexts } from '@konsil/i18n';

export const secondLookTexts = defineTexts('second-looks', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
