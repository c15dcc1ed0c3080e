// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the help page for signing in. */
export const helpTexts = defineTexts<typeof de>('help', (locale) => import(`./locales/${locale}.json`));
