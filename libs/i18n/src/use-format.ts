import { useMemo } from 'react';
import {
  formatAge,
  formatDay,
  formatDayLong,
  formatDayMonth,
  formatDayShort,
  formatList,
  formatOwnMoment,
  formatPracticeMoment,
  formatZone,
  isElsewhere,
  formatMoment,
  formatMomentShort,
  formatMomentWithin,
  formatNumber,
  formatRelativeDay,
  formatSize,
  formatTime,
} from './format.ts';
import { useCommon } from './common.ts';
import { useLocale } from './locale.ts';

export interface Format {
  day: (day: string) => string;
  dayLong: (day: string) => string;
  dayMonth: (day: string) => string;
  dayShort: (day: string) => string;
  time: (moment: string) => string;
  moment: (moment: string) => string;
  momentWithin: (moment: string) => string;
  momentShort: (moment: string) => string;
  /** A time at the practice, such as an appointment: in its zone, which is named where it differs from the reader's. */
  placeMoment: (moment: string) => string;
  /** A time at the practice with the short name of its zone. */
  placeMomentShort: (moment: string) => string;
  relativeDay: (day: string) => string;
  size: (bytes: number) => string;
  age: (dateOfBirth: string) => string;
  list: (words: string[]) => string;
  number: (value: number) => string;
}

/** The formatting functions for the current language. */
export const useFormat = (): Format => {
  const locale = useLocale();
  const { t } = useCommon();
  return useMemo(
    () => ({
      placeMoment: (moment) => {
        const elsewhere = isElsewhere(moment);
        const words = formatPracticeMoment(moment, locale, elsewhere);
        return elsewhere
          ? t('words.placeTime', {
              moment: words,
              zone: formatZone(moment, locale),
              own: formatOwnMoment(moment, locale),
            })
          : words;
      },
      placeMomentShort: (moment) => {
        const elsewhere = isElsewhere(moment);
        const words = formatPracticeMoment(moment, locale, elsewhere);
        return elsewhere ? `${words} (${formatZone(moment, locale, 'short')})` : words;
      },
      day: (day) => formatDay(day, locale),
      dayLong: (day) => formatDayLong(day, locale),
      dayMonth: (day) => formatDayMonth(day, locale),
      dayShort: (day) => formatDayShort(day, locale),
      time: (moment) => formatTime(moment, locale),
      moment: (moment) => formatMoment(moment, locale),
      momentWithin: (moment) => formatMomentWithin(moment, locale),
      momentShort: (moment) => formatMomentShort(moment, locale),
      relativeDay: (day) => formatRelativeDay(day, locale),
      size: (bytes) => formatSize(bytes, locale),
      age: (dateOfBirth) => formatAge(dateOfBirth, locale),
      list: (words) => formatList(words, locale),
      number: (value) => formatNumber(value, locale),
    }),
    [locale, t],
  );
};
