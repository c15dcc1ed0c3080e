import { defineTexts } from '@konsil/i18n';

export const assistantTexts = defineTexts('assistants', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
