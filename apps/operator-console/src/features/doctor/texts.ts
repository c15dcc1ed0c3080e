// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const doctorTexts = defineTexts<typeof de>('console-doctor', (locale) => import(`./locales/${locale}.json`));
