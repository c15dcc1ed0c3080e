// @bundle route
// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const appTexts = defineTexts<typeof de>('patient-apps', (locale) => import(`./locales/${locale}.json`));
