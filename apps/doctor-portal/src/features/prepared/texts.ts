// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const preparedTexts = defineTexts<typeof de>('prepared', (locale) => import(`./locales/${locale}.json`));
