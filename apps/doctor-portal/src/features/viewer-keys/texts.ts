// @words rare
import { defineTexts } from '@konsil/i18n';
import type de from './locales/de.json';

/** Separate from the other shortcuts, which the inbox loads. */
export const viewerKeyTexts = defineTexts<typeof de>('viewer-keys', (locale) => import(`./locales/${locale}.json`));
