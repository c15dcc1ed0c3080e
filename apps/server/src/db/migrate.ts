import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './client.ts';
import { locks } from './locks.ts';

/** Beside this file in the source, beside main.mjs in the build. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Brings the database to the newest data model; servers that start together wait for each other. */
export const migrateDatabase = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.migration})`);
    await migrate(db, { migrationsFolder });
  });
