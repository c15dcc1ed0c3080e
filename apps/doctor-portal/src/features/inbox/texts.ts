import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const inboxTexts = defineTexts<typeof de>('inbox', (locale) => import(`./locales/${locale}.json`));
