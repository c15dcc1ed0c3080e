import { defineTexts } from '@konsil/i18n';

export const inboxTexts = defineTexts('inbox', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
