// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts around the operator's legal texts. */
export const legalTexts = defineTexts<typeof de>('legal', (locale) => import(`./locales/${locale}.json`));
