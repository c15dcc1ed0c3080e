import { formatTags, type Locale } from '@konsil/contracts/first-codes';
import { practiceZone } from '@konsil/contracts/practice-time';

/** A day in the words of an e-mail: `Dienstag, 24. November 2026`. */
export const dayInWords = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
/** A date and time for emails and PDFs, in the practice's zone, which is named. */
export const dayAndTime = (moment: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(formatTags[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: practiceZone(),
  }).format(moment);
