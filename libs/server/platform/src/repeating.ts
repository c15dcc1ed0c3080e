import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { clockSkewMs, later, minuteMs, type Clock } from './clock.ts';
import type { Database } from './database/client.ts';
import { duties } from './database/tables.ts';
import { inSpan } from './tracing/tracing.ts';
import { describeFailure } from './logger.ts';

/** The timers of periodic work; they keep no process alive. */
export interface Timers {
  /** @returns undefined if the work must not run automatically */
  every: (ms: number, run: () => Promise<void>) => NodeJS.Timeout | undefined;
  after: (ms: number, run: () => Promise<void>) => NodeJS.Timeout | undefined;
}
export const systemTimers: Timers = {
  every: (ms, run) => setInterval(() => void run(), ms).unref(),
  after: (ms, run) => setTimeout(() => void run(), ms).unref(),
};

export interface RepeatingParts {
  db: Database;
  clock: Clock;
  timers: Timers;
  log: FastifyBaseLogger;
  /** False for a process that leaves duties and queues to others (KONSIL_ROLE). */
  works?: boolean;
}

const usualLeaseMs = 5 * minuteMs;
/** A lease is renewed this often before it ends. */
const renewals = 5;
/** Maximum interval between checks, so that a duty that was due while no server ran is found soon. */
const longestLookMs = minuteMs;
// Timers of several processes differ slightly.
const earlyEnough = 0.9;

export interface DutyOptions {
  /** Overdue without a success for this long. Default: twice the interval plus ten minutes. */
  lateAfterMs?: number;
  /** A killed process's duty can be taken over after this time. Short only for work that two processes may do at once. */
  leaseMs?: number;
}

/**
 * Periodic duties, until they are stopped. A duty has a name: of several processes one does it each time, and the table
 * `duties` says when it was last done, or why not. It keeps no process alive; what fails is logged, and done again the
 * next time.
 * @param waits the log message if the work failed
 * @param isQuiet while it is true nothing is done
 */
export class Repeating {
  private readonly timers: (NodeJS.Timeout | undefined)[] = [];
  constructor(
    private readonly parts: RepeatingParts,
    private readonly waits: string,
    private readonly isQuiet?: () => boolean,
  ) {}

  /** A duty of the installation: one process runs it each time. */
  every(name: string, everyMs: number, work: () => Promise<unknown>, options: DutyOptions = {}): void {
    if (this.parts.works === false) return;
    const lateAfterMs = options.lateAfterMs ?? 2 * everyMs + 10 * minuteMs;
    const duty = { name, everyMs, lateAfterMs, loud: this.isQuiet !== undefined };
    this.timers.push(
      this.parts.timers.every(Math.min(everyMs, longestLookMs), () =>
        this.attempt(() => runDutyIfDue(this.parts, duty, work, options.leaseMs), name),
      ),
    );
  }

  /** A task that each process runs for itself, also one that only serves. */
  here(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(this.parts.timers.every(ms, () => this.attempt(work)));
  }

  /** Once, after a delay. */
  after(ms: number, work: () => Promise<unknown>): void {
    if (this.parts.works === false) return;
    this.timers.push(this.parts.timers.after(ms, () => this.attempt(work)));
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private async attempt(work: () => Promise<unknown>, duty?: string): Promise<void> {
    if (this.isQuiet?.()) return;
    try {
      await work();
    } catch (failure) {
      this.parts.log.warn({ failure, ...(duty ? { duty } : {}) }, this.waits);
    }
  }
}

export type DutyRow = typeof duties.$inferSelect;
export type Duty = Pick<DutyRow, 'name' | 'everyMs' | 'lateAfterMs' | 'loud'>;

/** Claims a due duty; one of several processes gets it. */
const claim = async (
  { db, clock }: Pick<RepeatingParts, 'db' | 'clock'>,
  duty: Duty,
  leaseMs: number,
): Promise<boolean> => {
  const now = clock.now();
  const taken = { ...duty, startedAt: now, leasedUntil: later(now, leaseMs) };
  // Written before the clock was set back: waiting for it, no duty would run, and no alarm would tell.
  const ahead = later(now, clockSkewMs);
  const known = sql`least(${duties.knownSince}, ${now})`;
  const succeeded = sql`case when ${duties.succeededAt} <= ${ahead} then ${duties.succeededAt} end`;
  const rows = await db
    .insert(duties)
    .values({ ...taken, knownSince: now })
    .onConflictDoUpdate({
      target: duties.name,
      set: { ...taken, knownSince: known, succeededAt: succeeded },
      setWhere: and(
        or(lte(duties.startedAt, later(now, -earlyEnough * duty.everyMs)), gt(duties.startedAt, ahead)),
        or(isNull(duties.leasedUntil), lte(duties.leasedUntil, now), gt(duties.leasedUntil, later(ahead, leaseMs))),
      ),
    })
    .returning({ name: duties.name });
  return rows.length > 0;
};

/**
 * Runs a duty if it is due and no other process has it, and records the result.
 * @returns whether it ran here
 */
export const runDutyIfDue = async (
  parts: Pick<RepeatingParts, 'db' | 'clock'>,
  duty: Duty,
  work: () => Promise<unknown>,
  leaseMs = usualLeaseMs,
): Promise<boolean> => {
  const { db, clock } = parts;
  if (!(await claim(parts, duty, leaseMs))) return false;
  const note = (changes: Partial<DutyRow>) => db.update(duties).set(changes).where(eq(duties.name, duty.name));
  // If the renewal fails, the lease expires.
  const renew = () => void note({ leasedUntil: later(clock.now(), leaseMs) }).catch(() => undefined);
  const renewing = setInterval(renew, leaseMs / renewals).unref();
  try {
    await inSpan(`duty ${duty.name}`, 'internal', {}, work);
    await note({ succeededAt: clock.now(), leasedUntil: null, error: null, toldAt: null });
    return true;
  } catch (failure) {
    await note({ failedAt: clock.now(), leasedUntil: null, error: describeFailure(failure) }).catch(() => undefined);
    throw failure;
  } finally {
    clearInterval(renewing);
  }
};

/** Since when a duty has not succeeded. */
export const undoneSince = ({ succeededAt, knownSince }: DutyRow): Date => succeededAt ?? knownSince;

/** True if a duty has not succeeded for too long; a quiet copy skips some on purpose. */
export const isOverdue = (duty: DutyRow, now: Date, isQuiet: boolean): boolean =>
  !(isQuiet && duty.loud) && now.getTime() - undoneSince(duty).getTime() > duty.lateAfterMs;

// Some duties are due every minute.
const idleMs = 5 * minuteMs;

/** Since when no process has worked; null while one does. A new installation has had no time yet. */
export const idleSince = async ({ db, clock }: Pick<RepeatingParts, 'db' | 'clock'>): Promise<Date | null> => {
  const begun = (await readDuties(db)).map(({ startedAt }) => startedAt.getTime());
  if (begun.length === 0) return new Date(0);
  const last = Math.max(...begun);
  return clock.now().getTime() - last > idleMs ? new Date(last) : null;
};

/** All duties, by name. */
export const readDuties = (db: Database): Promise<DutyRow[]> => db.select().from(duties).orderBy(duties.name);
