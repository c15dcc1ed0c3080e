import { defineTexts } from '@konsil/i18n';

/** Words of the frame around the signed-in pages. */
export const frameTexts = defineTexts('doctor-frame', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
