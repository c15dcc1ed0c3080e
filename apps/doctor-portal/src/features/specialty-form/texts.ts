// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const specialtyFormTexts = defineTexts<typeof de>(
  'specialty-form',
  (locale) => import(`./locales/${locale}.json`),
);
