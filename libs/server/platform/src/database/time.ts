import { sql, type AnyColumn, type Placeholder, type SQL } from 'drizzle-orm';
import { clockSkewMs, secondMs } from '../clock.ts';
import type { Database } from './client.ts';

/** The time of the database. */
export const databaseTime = async (db: Pick<Database, 'execute'>): Promise<Date> => {
  const { rows } = await db.execute<{ now: string }>(sql`select now()`);
  return new Date(rows[0]?.now ?? Number.NaN);
};

/**
 * SQL: what began at `at` did so before now. False for what began while a clock was ahead that was set back since, which
 * would otherwise be valid for longer than its lifetime. Belongs to every check of an expiry.
 */
export const hasBegun = (at: AnyColumn | SQL, now: Date | Placeholder | SQL): SQL =>
  sql`${at} - make_interval(secs => ${sql.raw(String(clockSkewMs / secondMs))}) <= ${now}`;

/** SQL: what began at `at` did so after now, also by the database's clock: this machine's own is not slow. */
export const isOfFastClock = (at: AnyColumn | SQL, now: Date): SQL =>
  sql`(not ${hasBegun(at, now)} and not ${hasBegun(at, sql`now()`)})`;

/** SQL: the beginning of what lasts `lifetimeMs`, for rows that keep only their expiry when they are prolonged. */
export const beginningOf = (expiresAt: AnyColumn, lifetimeMs: number): SQL =>
  sql`${expiresAt} - make_interval(secs => ${sql.raw(String(lifetimeMs / secondMs))})`;

/**
 * Called before something is deleted for good because of its age.
 * @throws if the clock of this machine is ahead of the database's by more than clocks usually differ
 */
export const refuseFastClock = async (db: Pick<Database, 'execute'>): Promise<void> => {
  const aheadMs = Date.now() - (await databaseTime(db)).getTime();
  if (aheadMs > clockSkewMs)
    throw new Error(
      `The clock of this machine is ${Math.round(aheadMs / 1000)} s ahead of the database's: nothing is deleted.`,
    );
};
