import { secondMs } from '@konsil/server-platform/clock';
import { Repeating } from '@konsil/server-platform/repeating';

/**
 * Tests run work themselves that comes this rarely. It is due for the first time within a minute of the start, and again
 * whenever a test advances the clock: on a slow machine it would begin between any two steps.
 */
const rarelyMs = 10 * secondMs;
const { every, here, after } = Repeating.prototype;
const begun = new Set<Promise<unknown>>();

Repeating.prototype.every = function often(this: Repeating, name, everyMs, work, options) {
  if (everyMs < rarelyMs) every.call(this, name, everyMs, work, options);
};
Repeating.prototype.here = function often(this: Repeating, ms, work) {
  if (ms < rarelyMs) here.call(this, ms, work);
};
Repeating.prototype.after = function soon(this: Repeating, ms, work) {
  if (ms > 0) return;
  after.call(this, ms, () => {
    const running = work().finally(() => begun.delete(running));
    begun.add(running);
    return running;
  });
};

/** Resolves when the work is done that every server begins at its start. */
export const startIsOver = async (): Promise<void> => {
  // After the timers that were set before.
  await new Promise((fired) => setTimeout(fired, 0));
  await Promise.allSettled(begun);
};
