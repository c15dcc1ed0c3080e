import { defineTexts } from '@konsil/i18n';

export const draftTexts = defineTexts('drafts', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
