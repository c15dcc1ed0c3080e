// @bundle route
// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const epicrisisTexts = defineTexts<typeof de>('epicrisis', (locale) => import(`./locales/${locale}.json`));
