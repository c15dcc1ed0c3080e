import { defineTexts } from '@konsil/i18n';

export const peopleTexts = defineTexts('console-people', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
