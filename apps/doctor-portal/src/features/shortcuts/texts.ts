import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const shortcutTexts = defineTexts<typeof de>('shortcuts', (locale) => import(`./locales/${locale}.json`));
