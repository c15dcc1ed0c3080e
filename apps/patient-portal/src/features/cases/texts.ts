import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const casePageTexts = defineTexts<typeof de>('patient-cases', (locale) => import(`./locales/${locale}.json`));
