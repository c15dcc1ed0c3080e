// @bundle route
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const withdrawTexts = defineTexts<typeof de>('withdraw', (locale) => import(`./locales/${locale}.json`));
