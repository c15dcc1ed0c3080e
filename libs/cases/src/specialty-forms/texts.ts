// @bundle topics
// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const specialtyFormTexts = defineTexts<typeof de>(
  'specialty-forms',
  (locale) => import(`./locales/${locale}.json`),
);
