import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '@konsil/server-platform/database/client';

/**
 * Watches that work within a transaction does without a second connection of the pool. Where it took one, as many callers
 * at once as the pool has connections would wait for each other until they are turned away.
 * @returns what was asked for on a second connection so far: a statement, or the trace of what took the connection.
 */
export const watchConnections = ({ db, pool }: Connection): string[] => {
  const found: string[] = [];
  const within = new AsyncLocalStorage<boolean>();
  const transaction = db.transaction.bind(db);
  db.transaction = (work, settings) => transaction((tx) => within.run(true, async () => work(tx)), settings);
  const watch = (what: 'query' | 'connect') => {
    const given = pool[what].bind(pool) as (...asked: unknown[]) => never;
    pool[what] = (...asked: unknown[]) => {
      if (!within.getStore()) return given(...asked);
      const [statement] = asked as [{ text?: string }?];
      found.push(statement?.text ?? new Error(what).stack ?? what);
      return within.run(false, () => given(...asked));
    };
  };
  watch('query');
  watch('connect');
  return found;
};
