import { defineTexts } from '@konsil/i18n';

export const shortcutTexts = defineTexts('shortcuts', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
