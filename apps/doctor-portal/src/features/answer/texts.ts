// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const answerTexts = defineTexts<typeof de>('answer', (locale) => import(`./locales/${locale}.json`));
