import { textsOf } from '@konsil/server-platform/locale-texts';
import type de from './locales/de.json';

/** Imprint and privacy notice of a demonstration. */
export const legalTexts = textsOf<typeof de>((locale) => require(`./locales/${locale}.json`));
