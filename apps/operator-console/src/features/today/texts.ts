import { defineTexts } from '@konsil/i18n';

export const todayTexts = defineTexts('console-today', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
