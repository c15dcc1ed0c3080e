// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const triageDialogTexts = defineTexts<typeof de>(
  'triage-dialogs',
  (locale) => import(`./locales/${locale}.json`),
);
