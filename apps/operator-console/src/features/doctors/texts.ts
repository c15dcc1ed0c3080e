import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const doctorsTexts = defineTexts<typeof de>('console-doctors', (locale) => import(`./locales/${locale}.json`));
