import { sql } from 'drizzle-orm';
import type { BackgroundChange } from './background-changes.ts';

/** A change that no version has, for tests. */
export const doubled: BackgroundChange = {
  name: 'items_doubled',
  table: 'items',
  key: 'id',
  change: (keys) => sql`update items set doubled = number * 2 where id in ${keys} and doubled is null`,
};
