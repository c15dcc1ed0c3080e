import { defineTexts } from '@konsil/i18n';

export const doctorsTexts = defineTexts('console-doctors', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
