import { AsyncLocalStorage } from 'node:async_hooks';
import type { Connection } from '@konsil/server-platform/database/client';

export interface ConnectionWatch {
  /** The statements, or stack traces, that used a second connection. */
  found: string[];
  /** Node tells every `AsyncLocalStorage` in use of each promise of the process, also of the next test files. */
  end: () => void;
}

/**
 * Detects work in a transaction that takes a second connection from the pool: as many concurrent callers as connections
 * would then deadlock.
 */
export const detectSecondConnection = ({ db, pool }: Connection): ConnectionWatch => {
  const found: string[] = [];
  let ended = false;
  const within = new AsyncLocalStorage<boolean>();
  const transaction = db.transaction.bind(db);
  db.transaction = (work, settings) =>
    transaction((tx) => (ended ? work(tx) : within.run(true, async () => work(tx))), settings);
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
  const end = () => {
    ended = true;
    within.disable();
  };
  return { found, end };
};
