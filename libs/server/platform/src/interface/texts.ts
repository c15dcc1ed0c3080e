import type de from '@konsil/i18n/locales/de.json';
import type errorsInGerman from '@konsil/i18n/field-errors/locales/de.json';
import { textsOf } from '../locale-texts.ts';

/** The common texts of the interface (libs/i18n), which the server shares. */
export const interfaceTexts = textsOf<typeof de>((locale) => require(`../../../../i18n/src/locales/${locale}.json`));

/** The field errors that the interface keeps apart from its common texts. */
export const fieldErrorTexts = textsOf<typeof errorsInGerman>((locale) =>
  require(`../../../../i18n/src/field-errors/locales/${locale}.json`),
);
