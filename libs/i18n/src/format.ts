import { formatTags, type Locale } from '@konsil/contracts/first-codes';
import { practiceDay, practiceZone } from '@konsil/contracts/practice-time';
import clockWords from './own-words/locales/clock.json';

const nbsp = '\u00a0';
const keepTogether = (text: string) => text.replace(/ /g, nbsp);

// Caches formatters, because creating one is slower than a page's formatting.
const madeOnce = <Options, Formatter>(make: (tag: string, options: Options) => Formatter) => {
  const made = new Map<string, Formatter>();
  return (locale: Locale, options: Options): Formatter => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key) ?? make(formatTags[locale], options);
    made.set(key, known);
    return known;
  };
};
const dateFormat = madeOnce((tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options));
const numberFormat = madeOnce((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options));
const relativeFormat = madeOnce(
  (tag, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(tag, options),
);
const listFormat = madeOnce((tag, options: Intl.ListFormatOptions) => new Intl.ListFormat(tag, options));

/** The reader's calendar day of a time, as `YYYY-MM-DD`. */
export const dayOf = (moment: string | Date): string => {
  const date = new Date(moment);
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

/** Calendar days from `from` to `to` (both `YYYY-MM-DD`); negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

const atNoon = (day: string) => new Date(`${day.slice(0, 10)}T12:00:00Z`);
const dayFormat = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { ...options, timeZone: 'UTC' });

/** A numeric date: `24.11.2026`, `24 Nov 2026`. Takes a date or a timestamp. */
export const formatDay = (day: string, locale: Locale): string =>
  keepTogether(dayFormat(locale, { dateStyle: 'medium' }).format(atNoon(plainDay(day))));

/** A weekday with what the language writes between it and a date: `Dienstag, `, `Tuesday `. */
const weekdayBefore = (day: string, locale: Locale, weekday: 'long' | 'short'): string =>
  dayFormat(locale, { weekday, day: 'numeric', month: 'long' })
    .formatToParts(atNoon(plainDay(day)))
    .slice(0, 2)
    .map(({ value }) => value.replace('.', ''))
    .join('');

/** A long date: `Dienstag, 24. November`, `Tuesday 24 November`; with the year if it is another one. */
export const formatDayLong = (day: string, locale: Locale, today = dayOf(new Date())): string =>
  weekdayBefore(day, locale, 'long') + formatDayMonth(day, locale, today);

/** A date without weekday: `24. November`, `24 November`; with the year if it is another one. */
export const formatDayMonth = (day: string, locale: Locale, today = dayOf(new Date())): string => {
  const plain = plainDay(day);
  const sameYear = plain.slice(0, 4) === today.slice(0, 4);
  return keepTogether(
    dayFormat(locale, { day: 'numeric', month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }).format(
      atNoon(plain),
    ),
  );
};

/** A date with a short weekday, for future days: `Di, 24. November`, `Tue 24 November`. */
export const formatDayShort = (day: string, locale: Locale, today = dayOf(new Date())): string =>
  keepTogether(weekdayBefore(day, locale, 'short') + formatDayMonth(day, locale, today));

const plainDay = (value: string) => (value.length > 10 ? dayOf(value) : value);

const clock: Record<Locale, string> = clockWords;
const onTheClock = (time: string, locale: Locale) => clock[locale].replace('{{time}}', time);

/** The time of a timestamp: `14:32 Uhr`, `14:32`. */
export const formatTime = (moment: string, locale: Locale): string => {
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(moment));
  return onTheClock(time, locale);
};

const inPlace = (moment: string, locale: Locale, options: Intl.DateTimeFormatOptions) =>
  dateFormat(locale, { ...options, timeZone: practiceZone() }).formatToParts(new Date(moment));
const clockWith = (moment: string, timeZone?: string) =>
  dateFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    ...(timeZone && { timeZone }),
  }).format(new Date(moment));

/** Today in the practice's zone, which decides about due dates. */
export const practiceToday = (): string => practiceDay(new Date());
/**
 * True if the reader's clock differs from the practice's at a time. `device`: the reader's zone, by default the
 * browser's.
 */
export const isElsewhere = (moment: string, device?: string): boolean =>
  clockWith(moment, practiceZone()) !== clockWith(moment, device);
/** The name of the practice's zone at a time: `Mitteleuropäische Normalzeit`, short `MEZ`. */
export const formatZone = (moment: string, locale: Locale, length: 'long' | 'short' = 'long'): string =>
  inPlace(moment, locale, { timeZoneName: length }).find(({ type }) => type === 'timeZoneName')?.value ??
  practiceZone();
/** The time of a timestamp in the practice's zone: `09:00 Uhr`. */
export const formatPracticeTime = (moment: string, locale: Locale): string => {
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone: practiceZone() }).format(
    new Date(moment),
  );
  return onTheClock(time, locale);
};
/**
 * A timestamp in the practice's zone as a label: `Heute, 09:00 Uhr`; the date for readers elsewhere, whose today may
 * differ.
 */
export const formatPracticeMoment = (
  moment: string,
  locale: Locale,
  elsewhere: boolean,
  today = practiceToday(),
): string => {
  const day = practiceDay(new Date(moment));
  const near = !elsewhere && Math.abs(daysBetween(today, day)) <= 1;
  return `${near ? capital(formatRelativeDay(day, locale, today)) : formatDayLong(day, locale, today)}, ${formatPracticeTime(moment, locale)}`;
};
/** A timestamp of the practice in the reader's zone: the time, with the date if it differs. */
export const formatOwnMoment = (moment: string, locale: Locale): string =>
  dayOf(moment) === practiceDay(new Date(moment))
    ? formatTime(moment, locale)
    : `${formatDayLong(dayOf(moment), locale)}, ${formatTime(moment, locale)}`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A day relative to today: `heute`, `morgen`, `in 3 Tagen`, `vor 2 Tagen`; `today`, `in 3 days`, … */
export const formatRelativeDay = (day: string, locale: Locale, today = dayOf(new Date())): string =>
  keepTogether(relativeFormat(locale, { numeric: 'auto' }).format(daysBetween(today, plainDay(day)), 'day'));

/** A timestamp within a sentence: `heute, 14:32 Uhr`, `gestern, 09:05 Uhr`, `Dienstag, 24. November, 14:32 Uhr`. */
export const formatMomentWithin = (moment: string, locale: Locale, today = dayOf(new Date())): string => {
  const day = dayOf(moment);
  const near = Math.abs(daysBetween(today, day)) <= 1;
  return `${near ? formatRelativeDay(day, locale, today) : formatDayLong(day, locale, today)}, ${formatTime(moment, locale)}`;
};

/** A timestamp as a label: `Heute, 14:32 Uhr`. */
export const formatMoment = (moment: string, locale: Locale, today = dayOf(new Date())): string =>
  capital(formatMomentWithin(moment, locale, today));

/** A short timestamp for lists: today the time, "yesterday", before that day and month. */
export const formatMomentShort = (moment: string, locale: Locale, today = dayOf(new Date())): string => {
  const ago = daysBetween(dayOf(moment), today);
  if (ago === 0) return formatTime(moment, locale);
  return ago === 1 ? capital(formatRelativeDay(moment, locale, today)) : formatDayMonth(moment, locale, today);
};

/** A file size: `840 kB`, `2,4 MB`, by 1024 so that the upload limit reads `16 MB`. */
export const formatSize = (bytes: number, locale: Locale): string => {
  const [value, unit] =
    bytes < 1024 * 1024 ? [Math.max(1, Math.round(bytes / 1024)), 'kB'] : [bytes / 1024 / 1024, 'MB'];
  return `${numberFormat(locale, { maximumFractionDigits: 1 }).format(value)}${nbsp}${unit}`;
};

const unit = (
  value: number,
  name: 'minute' | 'hour' | 'day' | 'month' | 'year',
  locale: Locale,
  unitDisplay: 'long' | 'short' = 'long',
) => keepTogether(numberFormat(locale, { style: 'unit', unit: name, unitDisplay }).format(value));

/** A duration: `15 Min.`, `5 Std.`, `3 Tage`; `15 mins`, `5 hrs`, `3 days`. */
export const formatDuration = (value: number, name: 'minute' | 'hour' | 'day', locale: Locale): string =>
  unit(value, name, locale, name === 'day' ? 'long' : 'short');

/** Age in full years; in months below three years, in days below one month. */
export const formatAge = (dateOfBirth: string, locale: Locale, today = dayOf(new Date())): string => {
  const [birthYear = 0, birthMonth = 0, birthDay = 0] = dateOfBirth.split('-').map(Number);
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const months = (year - birthYear) * 12 + month - birthMonth - (day < birthDay ? 1 : 0);
  if (months < 1) return unit(Math.max(0, daysBetween(dateOfBirth, today)), 'day', locale);
  return months < 36 ? unit(months, 'month', locale) : unit(Math.floor(months / 12), 'year', locale);
};

/** Joins a list: `A, B und C`. */
export const formatList = (words: string[], locale: Locale): string =>
  listFormat(locale, { type: 'conjunction' }).format(words);

/** A number with the language's separators. */
export const formatNumber = (value: number, locale: Locale): string => numberFormat(locale, {}).format(value);
