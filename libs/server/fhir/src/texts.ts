import { textsOf } from '@konsil/server-platform/locale-texts';
import type de from './locales/de.json';

export type FhirTexts = typeof de;
export const fhirTexts = textsOf<FhirTexts>((locale) => require(`./locales/${locale}.json`));
