import { hourMs, later } from '@konsil/server-platform/clock';
import { dayOf, hourOf } from '../calendar/working-days.ts';

const morning = 7;
const evening = 21;

/** The next seven o'clock in Germany. */
export const nextMorning = (now: Date): Date => {
  const startOfHour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  let at = later(startOfHour, hourMs);
  while (hourOf(at) !== morning) at = later(at, hourMs);
  return at;
};

/** Reminders must not wake anybody. */
export const isDaytime = (now: Date): boolean => hourOf(now) >= morning && hourOf(now) < evening;

/** The start of the current day in Germany. */
export const startOfDay = (now: Date): Date => {
  let at = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  while (dayOf(later(at, -1)) === dayOf(now)) at = later(at, -hourMs);
  return at;
};
