// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const clinicTexts = defineTexts<typeof de>('clinics', (locale) => import(`./locales/${locale}.json`));
