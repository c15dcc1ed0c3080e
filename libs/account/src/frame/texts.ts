import { defineTexts } from '@konsil/i18n';

/** Words of the frame and of the pages that are seen first; fetched together with the common ones. */
export const publicTexts = defineTexts('public', {
  de: () => import('../locales/de.json'),
  en: () => import('../locales/en.json'),
});
