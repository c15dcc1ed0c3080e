// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const documentPageTexts = defineTexts<typeof de>(
  'patient-documents',
  (locale) => import(`./locales/${locale}.json`),
);
