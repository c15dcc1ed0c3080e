// @bundle route
// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const referralTexts = defineTexts<typeof de>(
  'patient-referrals',
  (locale) => import(`./locales/${locale}.json`),
);
