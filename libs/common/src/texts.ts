import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const draftTexts = defineTexts<typeof de>('drafts', (locale) => import(`./locales/${locale}.json`));
