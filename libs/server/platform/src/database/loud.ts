import { sql } from 'drizzle-orm';
import { installation } from './tables.ts';

/** A condition in the statement that claims what would reach somebody: true unless this database is a quiet copy at that moment. */
export const isLoud = sql`not exists (select from ${installation} where quiet_since is not null)`;
