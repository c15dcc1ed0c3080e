import { and, eq, inArray } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { dataExports } from '@konsil/server-domain/schema';
import { clockSkewMs, later, minuteMs, secondMs } from '@konsil/server-platform/clock';

export type TakeAwayRow = typeof dataExports.$inferSelect;
/** Reports how many pages are drawn; throws once the server stops. */
export type Advance = (done: number) => void;

const mostAtOnce = 3;
const beatMs = 10 * secondMs;
/** Without a sign of life for so long, the server that made a file has stopped. */
const silenceMs = 2 * minuteMs;
const shortestMs = secondMs;

/** True if a server is still making the file of a row. */
export const isMade = ({ state, heardAt }: Pick<TakeAwayRow, 'state' | 'heardAt'>, now: Date): boolean =>
  state === 'making' && heardAt !== null && heardAt > later(now, -silenceMs) && heardAt <= later(now, clockSkewMs);

/** Makes files in the background, a few at once; progress and result are kept in the row. */
export class TakeAwayJobs {
  private readonly waiting: { id: string; make: (advance: Advance) => Promise<void> }[] = [];
  private readonly running = new Map<string, Promise<void>>();
  private readonly beat: NodeJS.Timeout;
  private stopped = false;

  constructor(private readonly kernel: Kernel) {
    this.beat = setInterval(() => void this.showLife(), beatMs).unref();
  }

  start(id: string, make: (advance: Advance) => Promise<void>): void {
    this.waiting.push({ id, make });
    this.next();
  }

  /** Begins no new job; running ones fail at their next page. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.beat);
  }

  async ended(): Promise<void> {
    await Promise.all(this.running.values());
    await this.fail(this.waiting.splice(0).map(({ id }) => id));
  }

  private next(): void {
    while (!this.stopped && this.running.size < mostAtOnce) {
      const job = this.waiting.shift();
      if (!job) return;
      const work = this.run(job.id, job.make).finally(() => {
        this.running.delete(job.id);
        this.next();
      });
      this.running.set(job.id, work);
    }
  }

  private async run(id: string, make: (advance: Advance) => Promise<void>): Promise<void> {
    const { db, clock, log } = this.kernel;
    let told = 0;
    const advance: Advance = (done) => {
      if (this.stopped) throw new Error('The server stops.');
      if (performance.now() - told < shortestMs) return;
      told = performance.now();
      void this.keep([id], { done, heardAt: clock.now() });
    };
    try {
      await make(advance);
      // Only of an account that was not erased meanwhile.
      await db
        .update(dataExports)
        .set({ state: 'ready', heardAt: clock.now() })
        .where(and(eq(dataExports.id, id), eq(dataExports.state, 'making')));
    } catch (failure) {
      if (!this.stopped) log.error({ failure, takeAway: id }, 'a file to take away could not be made');
      await this.fail([id]);
    }
  }

  private showLife(): Promise<void> {
    const ids = [...this.running.keys(), ...this.waiting.map(({ id }) => id)];
    return this.keep(ids, { heardAt: this.kernel.clock.now() });
  }
  private fail(ids: string[]): Promise<void> {
    return this.keep(ids, { state: 'failed' });
  }
  /** A row that cannot be written counts as failed after a while. */
  private async keep(ids: string[], values: Partial<TakeAwayRow>): Promise<void> {
    if (ids.length === 0) return;
    await this.kernel.db
      .update(dataExports)
      .set(values)
      .where(and(inArray(dataExports.id, ids), eq(dataExports.state, 'making')))
      .catch((failure: unknown) => this.kernel.log.warn({ failure }, 'the state of a file to take away was not kept'));
  }
}
