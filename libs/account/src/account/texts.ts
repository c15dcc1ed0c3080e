// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the account pages: account, settings, contact, support. */
export const accountTexts = defineTexts<typeof de>('account', (locale) => import(`./locales/${locale}.json`));
