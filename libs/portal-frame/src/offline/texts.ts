import { defineTexts } from '@konsil/i18n';

/** Texts of the offline page; prerendered at build and never fetched. */
export const offlineTexts = defineTexts('offline', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
