// @bundle medicines
// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const ownMedicationTexts = defineTexts<typeof de>(
  'own-medication',
  (locale) => import(`./locales/${locale}.json`),
);
