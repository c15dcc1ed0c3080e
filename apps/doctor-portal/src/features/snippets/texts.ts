// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const snippetTexts = defineTexts<typeof de>('snippets', (locale) => import(`./locales/${locale}.json`));
