import { setImmediate } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { TestApp } from './app.ts';
import { asksFor, observed, type Asked } from './statements.ts';

const patienceMs = 100_000;

/** Another transaction, to test its interleaving with a request. */
export interface OtherTransaction {
  query: PoolClient['query'];
  /**
   * Resolves when the given number of requests (default one) wait for this transaction, also behind each other. Work in
   * the background does not count.
   * @param asked the work that has to wait; otherwise any that was begun beside this transaction
   */
  untilSomeoneWaits: (calls?: number, asked?: Asked) => Promise<void>;
  commit: () => Promise<void>;
  /**
   * Observes requests until they respond. A deadlocked request is retried, so responses alone do not reveal a deadlock.
   */
  inNoCircle: <T>(calls: Promise<T>) => Promise<T>;
}

/** Runs beside the server's requests, on a separate connection that is closed afterwards. */
export const withOtherTransaction = async <T>(
  { owner }: TestApp,
  work: (other: OtherTransaction) => Promise<T>,
): Promise<T> => {
  const client = await owner.pool.connect();
  // In a transaction, statistics are otherwise cached.
  const waiting = async (asked: Asked): Promise<number> => {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ pid: number }>(`
      with recursive waits as (
        select pid, unnest(pg_blocking_pids(pid)) as on_pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'),
      behind as (
        select pid from waits where on_pid = pg_backend_pid()
        union select waits.pid from behind join waits on waits.on_pid = behind.pid)
      select pid from behind`);
    return rows.filter(({ pid }) => asksFor(asked, pid)).length;
  };
  const circles = async (): Promise<number> => {
    await client.query('select pg_stat_clear_snapshot()');
    return (
      (
        await client.query(`
      with recursive waits as (select pid, unnest(pg_blocking_pids(pid)) as on_pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'),
      paths as (select pid as start, on_pid from waits union select start, waits.on_pid from paths join waits on waits.pid = paths.on_pid)
      select 1 from paths where start = on_pid`)
      ).rowCount ?? 0
    );
  };
  const other: OtherTransaction = {
    query: client.query.bind(client) as PoolClient['query'],
    untilSomeoneWaits: async (calls = 1, asked = beside.asked) => {
      for (const end = Date.now() + patienceMs; (await waiting(asked)) < calls; ) {
        if (Date.now() > end) throw new Error('Nobody waits for the other transaction.');
        await setImmediate();
      }
    },
    commit: async () => void (await client.query('commit')),
    inNoCircle: async (calls) => {
      let answered = false;
      const end = () => void (answered = true);
      calls.then(end, end);
      while (!answered) {
        if ((await circles()) > 0) throw new Error('They wait for each other in a circle.');
        await setImmediate();
      }
      return calls;
    },
  };
  const beside = observed(async () => {
    // In a deadlock, the request has to be the victim.
    await client.query("begin; set local deadlock_timeout = '1min'");
    return work(other);
  });
  try {
    return await beside.result;
  } finally {
    client.release(true);
  }
};

/** Starts two requests, the first of which stops at its end, waiting for an audit chain that the test holds with others. */
export const interleave = <A, B>(
  test: TestApp,
  chains: string | readonly string[],
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> =>
  withOtherTransaction(test, async (other) => {
    await other.query('select pg_advisory_xact_lock(hashtextextended(chain, 4715)) from unnest($1::text[]) chain', [
      [chains].flat(),
    ]);
    const one = observed(first);
    await other.untilSomeoneWaits(1, one.asked);
    const two = observed(second);
    // The second one waits for the first, or, if it wrongly does not, has finished.
    await Promise.race([two.result, other.untilSomeoneWaits(1, two.asked)]);
    await other.commit();
    return Promise.all([one.result, two.result]);
  });
