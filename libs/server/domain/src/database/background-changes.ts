import { setTimeout as rest } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { secondMs } from '@konsil/server-platform/clock';
import type { Database, Tx } from '@konsil/server-platform/database/client';

/**
 * A change of many rows that servers make while they run. The version that adds it writes new rows in the new form
 * already, and reads both.
 */
export interface BackgroundChange {
  /** Never used again: progress is stored under it. */
  name: string;
  table: string;
  /** The column that the batches follow, with a unique index. */
  key: string;
  /** Changes the rows with these keys that are not changed yet; each row is visited more than once. */
  change: (keys: readonly string[]) => SQL;
}

/** Add to the end; one that a migration demands (`-- after change: NAME`) stays. */
export const backgroundChanges: readonly BackgroundChange[] = [];

/** Where the progress is stored; the migrations create it. */
export const progressTable = `create table if not exists drizzle.konsil_background_changes (
  name text primary key,
  last_key text,
  changed bigint not null default 0,
  changed_in_pass bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz)`;

const rowsInBatch = 500;

/** A pool of connections, or one connection. */
interface Transactions {
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/**
 * Changes one batch in a transaction of its own; of several processes one works at a time. Finished after a pass through
 * the whole table that changed nothing: an older version may have written rows behind the last key.
 * @returns whether the change is finished
 */
export const changeBatch = (
  db: Transactions,
  { name, table, key, change }: BackgroundChange,
  size = rowsInBatch,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`insert into drizzle.konsil_background_changes (name) values (${name}) on conflict do nothing`);
    const { rows: progress } = await tx.execute<{ last: string | null; inPass: string; finished: boolean }>(
      sql`select last_key as last, changed_in_pass as "inPass", finished_at is not null as finished
        from drizzle.konsil_background_changes where name = ${name} for update`,
    );
    const [{ last, inPass, finished } = { last: null, inPass: '0', finished: false }] = progress;
    if (finished) return true;
    const column = sql.identifier(key);
    const { rows } = await tx.execute<{ key: string }>(
      sql`select ${column}::text as key from ${sql.identifier(table)} ${last === null ? sql`` : sql`where ${column} > ${last}`}
        order by ${sql.identifier(table)}.${column} limit ${size}`,
    );
    const keys = rows.map((row) => row.key);
    const changed = keys.length === 0 ? 0 : ((await tx.execute(change(keys))).rowCount ?? 0);
    const all = Number(inPass) + changed;
    const passEnds = keys.length < size;
    await tx.execute(sql`update drizzle.konsil_background_changes set
      last_key = ${passEnds ? null : keys.at(-1)},
      changed = changed + ${changed},
      changed_in_pass = ${passEnds ? 0 : all},
      finished_at = ${passEnds && all === 0 ? sql`now()` : null}
      where name = ${name}`);
    return passEnds && all === 0;
  });

interface Work {
  changes?: readonly BackgroundChange[];
  size?: number;
  forMs?: number;
  restMs?: number;
}

/** Works on the unfinished changes in their order for some time; rests as long as each batch took. */
export const workOnChanges = async (
  db: Database,
  isStopped: () => boolean,
  { changes = backgroundChanges, size, forMs = 45 * secondMs, restMs = 100 }: Work = {},
): Promise<void> => {
  const until = performance.now() + forMs;
  for (const change of changes)
    for (;;) {
      if (isStopped() || performance.now() > until) return;
      const began = performance.now();
      if (await changeBatch(db, change, size)) break;
      await rest(Math.max(restMs, performance.now() - began));
    }
};

/** @returns whether the change is finished, after so many batches at most */
export const finishChange = async (
  db: Transactions,
  change: BackgroundChange,
  batches = Number.POSITIVE_INFINITY,
): Promise<boolean> => {
  for (let done = 0; done < batches; done += 1) if (await changeBatch(db, change)) return true;
  return false;
};

export interface ChangeProgress {
  name: string;
  /** Rows changed so far. */
  changed: number;
  startedAt: Date;
}

/** The background changes that have begun and are not finished. */
export const unfinishedChanges = async (db: Pick<Database, 'execute'>): Promise<ChangeProgress[]> => {
  const { rows } = await db.execute<{ name: string; changed: string; started: string }>(
    sql`select name, changed, started_at as started from drizzle.konsil_background_changes
      where finished_at is null order by started_at, name`,
  );
  return rows.map(({ name, changed, started }) => ({ name, changed: Number(changed), startedAt: new Date(started) }));
};
