// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const patientPageTexts = defineTexts<typeof de>(
  'patient-patients',
  (locale) => import(`./locales/${locale}.json`),
);
