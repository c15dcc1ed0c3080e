// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const poolTexts = defineTexts<typeof de>('pools', (locale) => import(`./locales/${locale}.json`));
