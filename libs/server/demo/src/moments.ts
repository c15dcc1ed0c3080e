import { later, minuteMs } from '@konsil/server-platform/clock';
import { addDays, dayOf, hourOf, isWorkingDay } from '@konsil/server-domain/calendar/working-days';

const pastWorkingDay = (from: string, count: number): string => {
  let at = from;
  for (let left = count; left > 0 || !isWorkingDay(at); ) {
    at = addDays(at, -1);
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
};

/** A time of day in Germany as a Date. */
const germanTime = (day: string, time: string): Date => {
  const winter = new Date(`${day}T${time}:00+01:00`);
  return hourOf(winter) === Number(time.slice(0, 2)) ? winter : new Date(`${day}T${time}:00+02:00`);
};

/** Dates and times of the demo, relative to now, so that it always looks like the current week. */
export class DemoCalendar {
  constructor(readonly now: Date) {}

  /** A time of day some working days ago; at most a few minutes ago. */
  workdaysAgo(count: number, time: string): Date {
    const at = germanTime(pastWorkingDay(dayOf(this.now), count), time);
    return at < this.now ? at : later(this.now, -3 * minuteMs);
  }
  minutesAgo(count: number): Date {
    return later(this.now, -count * minuteMs);
  }
  /** A date some days ago, or ahead if negative; at most `latest`, e.g. the upload time of a letter. */
  day(daysAgo: number, latest?: Date): string {
    const day = addDays(dayOf(this.now), -daysAgo);
    return latest && dayOf(latest) < day ? dayOf(latest) : day;
  }
  /** A time on a future working day. */
  ahead(days: number, time: string): Date {
    let day = addDays(dayOf(this.now), days);
    while (!isWorkingDay(day)) day = addDays(day, 1);
    return germanTime(day, time);
  }
}

/** German date format: 14.03.1979. */
export const germanDay = (day: string): string => day.split('-').reverse().join('.');
