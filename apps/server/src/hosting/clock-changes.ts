import { practiceOffset } from '@konsil/contracts/practice-time';
import type { ClockChanges } from '@konsil/contracts/practice-zone';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days before and after the start that pages can convert without the browser's own tables. */
const reach = 2 * 366;

/** The first minute after `before` with the offset of `after`, in milliseconds. */
const changeBetween = (before: number, after: number): number => {
  if (after - before <= minuteMs) return after;
  const middle = Math.floor((before + after) / 2 / minuteMs) * minuteMs;
  return practiceOffset(middle) === practiceOffset(after)
    ? changeBetween(before, middle)
    : changeBetween(middle, after);
};

/**
 * The changes of the practices' clock from two years before a time until two years after it. The first and the last
 * entry are the ends of that span.
 */
export const clockChanges = (now: Date): ClockChanges => {
  const start = Math.floor(now.getTime() / dayMs) * dayMs;
  const days = Array.from({ length: 2 * reach + 1 }, (_, day) => start + (day - reach) * dayMs);
  const moments = days.flatMap((day, at) => {
    const before = days[at - 1];
    if (before === undefined || at === days.length - 1) return [day];
    return practiceOffset(before) === practiceOffset(day) ? [] : [changeBetween(before, day)];
  });
  return moments.map((moment) => [moment / 1000, practiceOffset(moment) / minuteMs] as const);
};
