// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const actionTexts = defineTexts<typeof de>('doctor-actions', (locale) => import(`./locales/${locale}.json`));
