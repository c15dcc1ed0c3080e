import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const limitsTexts = defineTexts<typeof de>('console-limits', (locale) => import(`./locales/${locale}.json`));
