// @words page
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const documentTexts = defineTexts<typeof de>('documents', (locale) => import(`./locales/${locale}.json`));
