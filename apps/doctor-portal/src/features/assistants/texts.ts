// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const assistantTexts = defineTexts<typeof de>('assistants', (locale) => import(`./locales/${locale}.json`));
