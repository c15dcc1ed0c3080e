import { practiceDay } from '@konsil/contracts/practice-time';
import { workingDaysBetween } from '@konsil/contracts/working-days';
import { formatDuration } from '@konsil/i18n';
import type { Locale } from '@konsil/contracts/codes';

const minute = 60_000;
const hour = 60 * minute;

/** The waiting time: minutes and hours on the same day, then working days, at least one. */
export const formatWaitingTime = (since: string, locale: Locale, now = new Date()): string => {
  const [from, today] = [practiceDay(new Date(since)), practiceDay(now)];
  if (from < today) return formatDuration(Math.max(1, workingDaysBetween(from, today)), 'day', locale);
  const passed = Math.max(0, now.getTime() - Date.parse(since));
  return passed < hour
    ? formatDuration(Math.max(1, Math.round(passed / minute)), 'minute', locale)
    : formatDuration(Math.floor(passed / hour), 'hour', locale);
};
