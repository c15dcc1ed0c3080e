import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const intakeTexts = defineTexts<typeof de>('intake', (locale) => import(`./locales/${locale}.json`));
