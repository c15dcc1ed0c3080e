// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const searchTexts = defineTexts<typeof de>('doctor-search', (locale) => import(`./locales/${locale}.json`));
