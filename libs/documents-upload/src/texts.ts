import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const uploadTexts = defineTexts<typeof de>('documents-upload', (locale) => import(`./locales/${locale}.json`));
