import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const actsTexts = defineTexts<typeof de>('console-acts', (locale) => import(`./locales/${locale}.json`));
