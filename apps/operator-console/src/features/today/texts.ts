import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const todayTexts = defineTexts<typeof de>('console-today', (locale) => import(`./locales/${locale}.json`));
