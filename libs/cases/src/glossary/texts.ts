import { defineTexts } from '@konsil/i18n';

export const glossaryTexts = defineTexts('glossary', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
