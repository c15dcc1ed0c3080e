import { practiceDay } from '@konsil/contracts/practice-time';
import { daysBetween, formatDuration } from '@konsil/i18n';
import type { Locale } from '@konsil/contracts/codes';

const minute = 60_000;
const hour = 60 * minute;

const isWorkingDay = (day: string) => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);

const workingDays = (from: string, to: string): number =>
  Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => dayAfter(from, index + 1)).filter(
    isWorkingDay,
  ).length;

/** The waiting time: minutes and hours on the same day, then working days, at least one. */
export const waitedFor = (since: string, locale: Locale, now = new Date()): string => {
  const [from, today] = [practiceDay(new Date(since)), practiceDay(now)];
  if (from < today) return formatDuration(Math.max(1, workingDays(from, today)), 'day', locale);
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  return passed < hour
    ? formatDuration(Math.max(1, Math.round(passed / minute)), 'minute', locale)
    : formatDuration(Math.floor(passed / hour), 'hour', locale);
};
