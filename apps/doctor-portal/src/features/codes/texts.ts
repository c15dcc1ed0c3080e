// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const codeTexts = defineTexts<typeof de>('medical-codes', (locale) => import(`./locales/${locale}.json`));
