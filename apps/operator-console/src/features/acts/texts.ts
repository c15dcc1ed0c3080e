import { defineTexts } from '@konsil/i18n';

export const actsTexts = defineTexts('console-acts', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
