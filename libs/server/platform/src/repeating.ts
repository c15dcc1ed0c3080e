import { and, eq, lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { iso, later, minuteMs, type Clock } from './clock.ts';
import type { Database } from './database/client.ts';
import { duties } from './database/tables.ts';
import { describeFailure } from './logger.ts';

export interface RepeatingParts {
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
}

// A process that was killed at work leaves its duty to another one after this time.
const leaseMs = 5 * minuteMs;
const renewMs = minuteMs;
/** How often a process looks whether a duty of hours is due: also one that was not done for days because no server ran. */
const longestLookMs = minuteMs;
// Timers of several processes come a little earlier or later.
const earlyEnough = 0.9;

export interface DutyOptions {
  /** Without a success for so long it is overdue. Twice the interval and ten minutes, unless told. */
  lateAfterMs?: number;
}

/**
 * What is done from time to time, until it is stopped. A duty has a name: of several processes one does it each time, and the table
 * `duties` says when it was last done, or why not. It keeps no process alive; what fails is logged, and done again the next time.
 * @param waits says in the log what did not happen
 * @param isQuiet while it is true nothing is done
 */
export class Repeating {
  private readonly timers: NodeJS.Timeout[] = [];
  constructor(
    private readonly parts: RepeatingParts,
    private readonly waits: string,
    private readonly isQuiet?: () => boolean,
  ) {}

  /** A duty of the installation: one process does it each time. */
  every(name: string, everyMs: number, work: () => Promise<unknown>, options: DutyOptions = {}): void {
    const lateAfterMs = options.lateAfterMs ?? 2 * everyMs + 10 * minuteMs;
    const duty = { name, everyMs, lateAfterMs, loud: this.isQuiet !== undefined };
    this.timers.push(
      setInterval(
        () => this.attempt(() => doInTurn(this.parts, duty, work), name),
        Math.min(everyMs, longestLookMs),
      ).unref(),
    );
  }

  /** What each process does for itself. */
  here(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setInterval(() => this.attempt(work), ms).unref());
  }

  /** Once, after a delay. */
  after(ms: number, work: () => Promise<unknown>): void {
    this.timers.push(setTimeout(() => this.attempt(work), ms).unref());
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private attempt(work: () => Promise<unknown>, duty?: string): void {
    if (this.isQuiet?.()) return;
    work().catch((failure: unknown) => this.parts.log.warn({ failure, ...(duty ? { duty } : {}) }, this.waits));
  }
}

export type DutyRow = typeof duties.$inferSelect;
export type Duty = Pick<DutyRow, 'name' | 'everyMs' | 'lateAfterMs' | 'loud'>;

/** Takes a duty that is due; of several processes one gets it. */
const claim = async ({ db, clock }: Pick<RepeatingParts, 'db' | 'clock'>, duty: Duty): Promise<boolean> => {
  const now = clock.now();
  const taken = { ...duty, startedAt: now, leasedUntil: later(now, leaseMs) };
  const rows = await db
    .insert(duties)
    .values({ ...taken, knownSince: now })
    .onConflictDoUpdate({
      target: duties.name,
      set: taken,
      setWhere: and(
        lte(duties.startedAt, later(now, -earlyEnough * duty.everyMs)),
        sql`(${duties.leasedUntil} is null or ${duties.leasedUntil} <= ${iso(now)})`,
      ),
    })
    .returning({ name: duties.name });
  return rows.length > 0;
};

/**
 * Does a duty when it is due and no other process has it, and writes down how it went.
 * @returns whether it was done here
 */
export const doInTurn = async (
  parts: Pick<RepeatingParts, 'db' | 'clock'>,
  duty: Duty,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const { db, clock } = parts;
  if (!(await claim(parts, duty))) return false;
  const note = (changes: Partial<DutyRow>) => db.update(duties).set(changes).where(eq(duties.name, duty.name));
  // What cannot be noted now ends with its lease.
  const renew = () => void note({ leasedUntil: later(clock.now(), leaseMs) }).catch(() => undefined);
  const renewing = setInterval(renew, renewMs).unref();
  try {
    await work();
    await note({ succeededAt: clock.now(), leasedUntil: null, error: null, toldAt: null });
    return true;
  } catch (failure) {
    await note({ failedAt: clock.now(), leasedUntil: null, error: describeFailure(failure) }).catch(() => undefined);
    throw failure;
  } finally {
    clearInterval(renewing);
  }
};

/** Since when a duty has not been done. */
export const undoneSince = ({ succeededAt, knownSince }: DutyRow): Date => succeededAt ?? knownSince;

/** Whether a duty was not done for too long; a quiet copy leaves some undone on purpose. */
export const isOverdue = (duty: DutyRow, now: Date, isQuiet: boolean): boolean =>
  !(isQuiet && duty.loud) && now.getTime() - undoneSince(duty).getTime() > duty.lateAfterMs;

/** All duties, by name. */
export const readDuties = (db: Database): Promise<DutyRow[]> => db.select().from(duties).orderBy(duties.name);
