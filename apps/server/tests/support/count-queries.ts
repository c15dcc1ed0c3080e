import pg from 'pg';

const once = async (work: () => Promise<unknown>): Promise<number> => {
  const original = pg.Client.prototype.query;
  let count = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    count += 1;
    return (original as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return count;
};

/**
 * Counts the queries of some work; the minimum of fifteen runs, because background work, such as previews, counts too.
 */
export const countQueries = async (work: () => Promise<unknown>): Promise<number> => {
  const counts: number[] = [];
  for (let time = 0; time < 15; time += 1) counts.push(await once(work));
  return Math.min(...counts);
};
