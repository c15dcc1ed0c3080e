// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const messagePageTexts = defineTexts<typeof de>(
  'patient-messages',
  (locale) => import(`./locales/${locale}.json`),
);
