import { defineTexts } from '@konsil/i18n';

export const paletteTexts = defineTexts('palette', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
