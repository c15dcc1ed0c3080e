// @bundle route
// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const readerTexts = defineTexts<typeof de>('patient-readers', (locale) => import(`./locales/${locale}.json`));
