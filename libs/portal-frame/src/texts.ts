// @words first
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the frame and of the first pages; loaded together with the common ones. */
export const publicTexts = defineTexts<typeof de>('public', (locale) => import(`./locales/${locale}.json`));
