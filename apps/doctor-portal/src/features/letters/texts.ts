// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const letterTexts = defineTexts<typeof de>('letters', (locale) => import(`./locales/${locale}.json`));
