// @bundle route
// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const epicrisisPageTexts = defineTexts<typeof de>(
  'patient-epicrisis',
  (locale) => import(`./locales/${locale}.json`),
);
