// @words page
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts about the session's end and about restored copies; loaded with the signed-in pages. */
export const sessionTexts = defineTexts<typeof de>('session', (locale) => import(`./locales/${locale}.json`));
