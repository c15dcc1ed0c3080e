import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const formsTexts = defineTexts<typeof de>('console-forms', (locale) => import(`./locales/${locale}.json`));
