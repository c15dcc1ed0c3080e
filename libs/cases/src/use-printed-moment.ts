import { formatTags } from '@konsil/contracts/first-codes';
import { practiceZone } from '@konsil/contracts/practice-time';
import { formatPracticeTime, formatZone, useFormat, useLocale } from '@konsil/i18n';

/** Formats a date and time for print: `Dienstag, 24. November 2026, 14:32 Uhr`. */
export const usePrintedMoment = () => {
  const locale = useLocale();
  const format = useFormat();
  const day = new Intl.DateTimeFormat(formatTags[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return (moment: string): string => `${day.format(new Date(moment))}, ${format.time(moment)}`;
};

/**
 * Formats a date and time for print in the practice's time zone, and names the zone, because print is read anywhere.
 */
export const usePrintedPracticeTime = () => {
  const locale = useLocale();
  const day = new Intl.DateTimeFormat(formatTags[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: practiceZone(),
  });
  return (moment: string): string =>
    `${day.format(new Date(moment))}, ${formatPracticeTime(moment, locale)} (${formatZone(moment, locale)})`;
};
