// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const todoPageTexts = defineTexts<typeof de>('patient-todos', (locale) => import(`./locales/${locale}.json`));
