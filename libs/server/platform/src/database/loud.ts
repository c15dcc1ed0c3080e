import { sql } from 'drizzle-orm';
import { installation } from './tables.ts';

/** Condition in statements that claim messages for sending: false while this database is a quiet copy. */
export const canSend = sql`not exists (select from ${installation} where quiet_since is not null)`;
