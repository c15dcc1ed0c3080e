// @bundle route
// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const shareTexts = defineTexts<typeof de>('patient-share', (locale) => import(`./locales/${locale}.json`));
