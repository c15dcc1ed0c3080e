// @bundle route
// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const recipientTexts = defineTexts<typeof de>('recipients', (locale) => import(`./locales/${locale}.json`));
