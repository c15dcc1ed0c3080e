// @bundle route
// @words alone
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const privacyTexts = defineTexts<typeof de>('patient-privacy', (locale) => import(`./locales/${locale}.json`));
