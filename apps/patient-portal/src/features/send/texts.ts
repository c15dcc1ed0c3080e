// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const sendTexts = defineTexts<typeof de>('patient-send', (locale) => import(`./locales/${locale}.json`));
