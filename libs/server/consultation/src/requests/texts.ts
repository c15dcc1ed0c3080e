import { textsOf } from '@konsil/server-platform/locale-texts';
import type de from './locales/de.json';

export const appointmentTexts = textsOf<typeof de>((locale) => require(`./locales/${locale}.json`));
