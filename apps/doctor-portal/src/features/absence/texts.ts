// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const absenceTexts = defineTexts<typeof de>('absence', (locale) => import(`./locales/${locale}.json`));
