import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const supportTexts = defineTexts<typeof de>('support', (locale) => import(`./locales/${locale}.json`));
