// @words page
import { defineTexts } from '../texts.ts';
import type de from './locales/de.json';

export const peopleTexts = defineTexts<typeof de>('people', (locale) => import(`./locales/${locale}.json`));
