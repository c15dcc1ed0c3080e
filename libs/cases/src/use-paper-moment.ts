import { formatTags, useFormat, useLocale } from '@konsil/i18n';

/** A moment as paper says it, which is read on any day of any year: `Dienstag, 24. November 2026, 14:32 Uhr`. */
export const usePaperMoment = () => {
  const locale = useLocale();
  const format = useFormat();
  const day = new Intl.DateTimeFormat(formatTags[locale], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  return (moment: string): string => `${day.format(new Date(moment))}, ${format.time(moment)}`;
};
