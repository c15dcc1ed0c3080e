/** The server's source of time; tests use one they can change. */
export interface Clock {
  now: () => Date;
}
export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/**
 * The clocks of an installation's machines differ by less. What was written further ahead comes from before a clock was
 * set back, and is not waited for.
 */
export const clockSkewMs = 5 * minuteMs;
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
/** True if `at` was written by a clock that has been set back since: what began then is not valid. */
export const isAhead = (at: Date, now: Date): boolean => at > later(now, clockSkewMs);

const two = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/**
 * Formats a timestamp for the API. Three times as fast as `toISOString`, because lists have thousands. @throws
 * {RangeError} for an invalid date
 */
export const iso = (moment: Date): string => {
  const year = moment.getUTCFullYear();
  // Also for an invalid date, whose year is NaN.
  if (!(year >= 1000 && year <= 9999)) return moment.toISOString();
  const day = `${year}-${two[moment.getUTCMonth() + 1]}-${two[moment.getUTCDate()]}`;
  return `${day}T${two[moment.getUTCHours()]}:${two[moment.getUTCMinutes()]}:${two[moment.getUTCSeconds()]}.${String(moment.getUTCMilliseconds()).padStart(3, '0')}Z`;
};
export const isoOrNull = (moment: Date | null): string | null => moment && iso(moment);
