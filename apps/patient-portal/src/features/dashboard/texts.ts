import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const dashboardTexts = defineTexts<typeof de>(
  'patient-dashboard',
  (locale) => import(`./locales/${locale}.json`),
);
