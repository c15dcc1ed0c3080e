import type de from '@konsil/i18n/locales/de.json';
import { textsOf } from '../locale-texts.ts';

/** The common texts of the interface (libs/i18n), which the server shares. */
export const interfaceTexts = textsOf<typeof de>((locale) => require(`../../../../i18n/src/locales/${locale}.json`));
