import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const legalTexts = defineTexts<typeof de>('console-legal', (locale) => import(`./locales/${locale}.json`));
