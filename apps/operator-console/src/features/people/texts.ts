import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

export const peopleTexts = defineTexts<typeof de>('console-people', (locale) => import(`./locales/${locale}.json`));
