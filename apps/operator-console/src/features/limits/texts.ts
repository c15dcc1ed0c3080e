import { defineTexts } from '@konsil/i18n';

export const limitsTexts = defineTexts('console-limits', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
