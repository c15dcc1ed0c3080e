// @bundle route
// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const takeAwayTexts = defineTexts<typeof de>(
  'patient-take-away',
  (locale) => import(`./locales/${locale}.json`),
);
