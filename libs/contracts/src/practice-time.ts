import { knownOffset, practiceZone } from './practice-zone.ts';

export { practiceZone, setPracticeZone, usualZone } from './practice-zone.ts';

type Reading = Record<'year' | 'month' | 'day' | 'hour' | 'minute', string>;
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

let clock: { zone: string; format: Intl.DateTimeFormat } | undefined;
const practiceClock = (): Intl.DateTimeFormat => {
  const zone = practiceZone();
  if (clock?.zone !== zone) clock = { zone, format: clockOf(zone) };
  return clock.format;
};

// Built from parts: browsers format a locale's days differently (en-CA is `2026-11-23` in some and `11/23/2026` in
// others).
const readOffset = (moment: number): number => {
  const { year, month, day, hour, minute } = Object.fromEntries(
    practiceClock()
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  ) as Reading;
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)) -
    Math.floor(moment / 60_000) * 60_000
  );
};

/** The practice's offset from UTC at a time, in milliseconds. */
export const practiceOffset = (moment: number): number => knownOffset(moment) ?? readOffset(moment);

/** A date whose UTC parts are those of the practice's clock. */
const shownAt = (moment: Date): Date => new Date(moment.getTime() + practiceOffset(moment.getTime()));

/** The calendar day of a time at the practice, as `YYYY-MM-DD`. */
export const practiceDay = (moment: Date): string => shownAt(moment).toISOString().slice(0, 10);
/** The hour of a time at the practice, 0 to 23. */
export const practiceHour = (moment: Date): number => shownAt(moment).getUTCHours();

const dayMs = 86_400_000;

/**
 * The time at which the practice's clock shows `local` (`YYYY-MM-DDTHH:mm`); null if it is skipped when clocks go
 * forward. A time that occurs twice is the first one.
 */
export const practiceMoment = (local: string): Date | null => {
  const shown = Date.parse(`${local.slice(0, 16)}Z`);
  if (Number.isNaN(shown)) return null;
  const found = [shown - practiceOffset(shown - dayMs), shown - practiceOffset(shown + dayMs)]
    .sort((a, b) => a - b)
    .find((moment) => moment + practiceOffset(moment) === shown);
  return found === undefined ? null : new Date(found);
};

/** The start of a calendar day (`YYYY-MM-DD`) at the practice. Where midnight is skipped, an hour later. */
export const practiceMidnight = (day: string): Date =>
  practiceMoment(`${day}T00:00`) ?? practiceMoment(`${day}T01:00`) ?? new Date(`${day}T00:00:00Z`);
