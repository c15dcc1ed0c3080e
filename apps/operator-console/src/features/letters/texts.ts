// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const lettersTexts = defineTexts<typeof de>('console-letters', (locale) => import(`./locales/${locale}.json`));
