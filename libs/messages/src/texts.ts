// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const messageTexts = defineTexts<typeof de>('messages', (locale) => import(`./locales/${locale}.json`));
