// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const consentTexts = defineTexts<typeof de>('patient-consent', (locale) => import(`./locales/${locale}.json`));
