// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const paletteTexts = defineTexts<typeof de>('palette', (locale) => import(`./locales/${locale}.json`));
