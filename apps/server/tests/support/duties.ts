import { secondMs } from '@konsil/server-platform/clock';
import { systemTimers, type Timers } from '@konsil/server-platform/repeating';

/**
 * Duties with at least this interval are run by the tests themselves. Otherwise they would start within a minute, or
 * when a test advances the clock, between any two steps on a slow machine.
 */
const rarelyMs = 10 * secondMs;

/** Timers of frequent work, and of what every server begins at its start. */
export class TestTimers implements Timers {
  private readonly begun = new Set<Promise<void>>();

  every: Timers['every'] = (ms, run) => (ms < rarelyMs ? systemTimers.every(ms, run) : undefined);

  after: Timers['after'] = (ms, run) => {
    if (ms > 0) return undefined;
    return systemTimers.after(ms, () => {
      const running = run().finally(() => this.begun.delete(running));
      this.begun.add(running);
      return running;
    });
  };

  /** Resolves when the work is done that every server begins at its start. */
  async startIsOver(): Promise<void> {
    // After the timers that were set before.
    await new Promise((fired) => setTimeout(fired, 0));
    await Promise.all(this.begun);
  }
}
