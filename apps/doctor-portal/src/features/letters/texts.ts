import { defineTexts } from '@konsil/i18n';

export const letterTexts = defineTexts('letters', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
