import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Texts of the frame of signed-in pages. */
export const frameTexts = defineTexts<typeof de>('console-frame', (locale) => import(`./locales/${locale}.json`));
