// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const startTexts = defineTexts<typeof de>('patient-start', (locale) => import(`./locales/${locale}.json`));
