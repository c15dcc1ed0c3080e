// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const statisticsTexts = defineTexts<typeof de>('statistics', (locale) => import(`./locales/${locale}.json`));
