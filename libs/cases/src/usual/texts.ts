import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const usualTexts = defineTexts<typeof de>('usual', (locale) => import(`./locales/${locale}.json`));
