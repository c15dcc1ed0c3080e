// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const todoTexts = defineTexts<typeof de>('todos', (locale) => import(`./locales/${locale}.json`));
