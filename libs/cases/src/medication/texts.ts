// @bundle topics
// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const medicationTexts = defineTexts<typeof de>('medication', (locale) => import(`./locales/${locale}.json`));
