import { defineTexts } from '@konsil/i18n';

/** Words of the page that is shown without a connection; they are rendered at build and never fetched. */
export const offlineTexts = defineTexts('offline', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
