/** Where the server takes the time from; tests give one that they can move. */
export interface Clock {
  now: () => Date;
}
export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** A moment as it stands on the wire. */
export const iso = (moment: Date): string => moment.toISOString();
export const isoOrNull = (moment: Date | null): string | null => moment && iso(moment);
