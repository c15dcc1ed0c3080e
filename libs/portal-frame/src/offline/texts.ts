import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the offline page; prerendered at build and never fetched. */
export const offlineTexts = defineTexts<typeof de>('offline', (locale) => import(`./locales/${locale}.json`));
