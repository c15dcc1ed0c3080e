// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const secondLookTexts = defineTexts<typeof de>('second-looks', (locale) => import(`./locales/${locale}.json`));
