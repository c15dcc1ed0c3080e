import { defineTexts } from '@konsil/i18n';

/** Apart from the other shortcuts, which the inbox loads. */
export const viewerKeyTexts = defineTexts('viewer-keys', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
