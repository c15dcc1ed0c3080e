import { getHolidays } from 'feiertagejs';
import { holidayRegion } from './practice-zone.ts';

// Days are `YYYY-MM-DD` at the practice; counted at noon UTC, unaffected by daylight saving.
const dayMs = 24 * 60 * 60 * 1000;
const atNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(atNoon(day) + days * dayMs);
/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(atNoon(day)).getUTCDay() || 7;

const holidaysByYear = new Map<string, ReadonlySet<string>>();
const holidaysOf = (year: string): ReadonlySet<string> => {
  const key = `${holidayRegion()} ${year}`;
  let days = holidaysByYear.get(key);
  if (!days) {
    days = new Set(getHolidays(Number(year), holidayRegion()).map(({ dateString }) => dateString));
    holidaysByYear.set(key, days);
  }
  return days;
};

/** True if a day is a public holiday at the practices (setting `PRACTICE_HOLIDAYS`). */
export const isHoliday = (day: string): boolean => holidaysOf(day.slice(0, 4)).has(day);
export const isWorkingDay = (day: string): boolean => weekdayOf(day) < 6 && !isHoliday(day);

/** Days from the first to the last one. */
export interface Days {
  from: string;
  to: string;
}

const counts = (day: string, without: readonly Days[]): boolean =>
  isWorkingDay(day) && !without.some(({ from, to }) => from <= day && day <= to);

/** The day `count` working days after `day`, which does not count, and neither do the days `without`. */
export const addWorkingDays = (day: string, count: number, without: readonly Days[] = []): string => {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addDays(at, 1);
    if (counts(at, without)) left -= 1;
  }
  return at;
};

/** The number of working days after `from` up to and including `to`, except `without`; 0 if `to` is not later. */
export const workingDaysBetween = (from: string, to: string, without: readonly Days[] = []): number => {
  let count = 0;
  for (let at = addDays(from, 1); at <= to; at = addDays(at, 1)) if (counts(at, without)) count += 1;
  return count;
};
