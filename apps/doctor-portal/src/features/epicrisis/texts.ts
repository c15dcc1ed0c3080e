import { defineTexts } from '@konsil/i18n';

export const epicrisisTexts = defineTexts('epicrisis', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
