import { defineTexts } from '@konsil/i18n';

export const snippetTexts = defineTexts('snippets', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
