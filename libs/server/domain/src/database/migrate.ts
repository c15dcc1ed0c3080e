import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Connection } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';

/** Beside this file in the source, beside main.mjs in the build. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

export interface MigrationOptions {
  folder?: string;
  /** Reports what the start is waiting for. */
  say?: (line: string) => void;
}

// Migrations have no time limit. transaction_timeout exists since PostgreSQL 17.
const limits = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
];
/** How soon the server notices a dead process: otherwise a long statement would continue and hold the lock. */
const noticeGone = '2s';

/**
 * Migrates the database to the newest schema, each migration exactly once: one connection holds the lock, other
 * processes wait for it, and the database rolls back what a killed one began.
 */
export const migrateDatabase = async (
  { openClient }: Pick<Connection, 'openClient'>,
  { folder = migrationsFolder, say = () => undefined }: MigrationOptions = {},
): Promise<void> => {
  const client = await openClient({
    application_name: 'konsil migrations',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    await client.query(
      `select set_config(name, case name when 'client_connection_check_interval' then $2 else '0' end, false) from pg_settings where name = any($1)`,
      [[...limits, 'client_connection_check_interval'], noticeGone],
    );
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      locks.migration,
    ]);
    if (!rows[0]?.ours) {
      say('Another process is changing the data model. Waiting for it.');
      await client.query('select pg_advisory_lock($1)', [locks.migration]);
    }
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Closing it also releases the lock.
    await client.end();
  }
};
