import { textsOf } from '@konsil/server-platform/locale-texts';
import type de from './locales/de.json';

export const letterTexts = textsOf<typeof de>((locale) => require(`./locales/${locale}.json`));
