import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const caseTexts = defineTexts<typeof de>('doctor-case', (locale) => import(`./locales/${locale}.json`));
