// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const clinicsTexts = defineTexts<typeof de>('console-clinics', (locale) => import(`./locales/${locale}.json`));
