// @bundle route
import { defineTexts } from '@konsil/i18n';

export const takeAwayTexts = defineTexts('patient-take-away', {
  de: () => import('./locales/de.json'),
  en: () => import('./locales/en.json'),
});
