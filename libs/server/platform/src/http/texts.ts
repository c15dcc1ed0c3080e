import { textsOf } from '../locale-texts.ts';
import type de from './locales/de.json';

export const httpTexts = textsOf<typeof de>((locale) => require(`./locales/${locale}.json`));
