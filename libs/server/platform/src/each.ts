import { isOutage } from './http/problems.ts';

/**
 * Works on each, one after another: one that fails keeps none of the others waiting, unless the database is gone.
 * @throws the first failure, after all
 */
export const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failures: unknown[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (failure) {
      if (isOutage(failure)) throw failure;
      failures.push(failure);
    }
  if (failures.length > 0) throw failures[0];
};
