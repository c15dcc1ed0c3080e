// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const clinicArchiveTexts = defineTexts<typeof de>(
  'clinic-archive',
  (locale) => import(`./locales/${locale}.json`),
);
