// @bundle route
// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const importTexts = defineTexts<typeof de>('patient-imports', (locale) => import(`./locales/${locale}.json`));
