import type { Locale } from '@konsil/contracts/codes';

const formats: Record<Locale, Intl.DateTimeFormat> = {
  de: new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' }),
};
/** A moment in the words of an e-mail, in Central European time. */
export const dayAndTime = (moment: Date, locale: Locale): string => formats[locale].format(moment);
