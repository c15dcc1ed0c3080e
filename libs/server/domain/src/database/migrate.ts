import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import type { Connection } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { migrationsFolder, schemaState } from './schema-state.ts';

export { migrationsFolder };

export interface MigrationOptions {
  folder?: string;
  /** Reports what the start is waiting for. */
  say?: (line: string) => void;
  /** Login role for the server, created if missing. For the embedded database, which has no administrator. */
  login?: string;
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

// No schema, no table, or no right to read it, which the migration row_security grants.
const unknownSchema = ['3F000', '42P01', '42501'];

/** @throws {Error} one sentence for the operator if migrations are missing */
const insistOnNewest = async (client: Client, folder: string): Promise<void> => {
  const state = await schemaState(drizzle(client), folder).catch((error: { cause?: { code?: string } }) => {
    if (unknownSchema.includes(error.cause?.code ?? '')) return 'older';
    throw error;
  });
  if (state === 'older')
    throw new Error(
      'The data model of the database is older than this version of Konsil, and the role of DATABASE_URL may not change it: set MIGRATION_DATABASE_URL to its owner (docs/deployment.md, "The database").',
    );
};

const admit = async (client: Client, login: string): Promise<void> => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [login]);
  const name = client.escapeIdentifier(login);
  if (!rowCount) await client.query(`create role ${name} login`);
  await client.query(`grant konsil_server, konsil_request to ${name}`);
};

/**
 * Migrates the database to the newest schema, each migration exactly once: one connection holds the lock, other
 * processes wait for it, and the database rolls back what a killed one began.
 * A login role without the right to create only checks that no migration is missing.
 */
export const migrateDatabase = async (
  { openClient }: Pick<Connection, 'openClient'>,
  { folder = migrationsFolder, say = () => undefined, login }: MigrationOptions = {},
): Promise<void> => {
  const client = await openClient({
    application_name: 'konsil migrations',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    const { rows: rights } = await client.query<{ owner: boolean }>(
      "select has_database_privilege(current_database(), 'create') as owner",
    );
    if (!rights[0]?.owner) return await insistOnNewest(client, folder);
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
    if (login) await admit(client, login);
  } finally {
    // Closing it also releases the lock.
    await client.end();
  }
};
