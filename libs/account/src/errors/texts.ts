// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** The text of each named authentication error (docs/specification.md section 8). */
export const errorTexts = defineTexts<typeof de>('auth-errors', (locale) => import(`./locales/${locale}.json`));
