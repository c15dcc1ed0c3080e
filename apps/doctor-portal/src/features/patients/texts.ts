// @words inside
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const patientTexts = defineTexts<typeof de>('doctor-patients', (locale) => import(`./locales/${locale}.json`));
