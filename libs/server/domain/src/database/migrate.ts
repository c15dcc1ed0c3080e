import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import type { Connection } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { knownSchema, migrationsFolder, oldestCodes, schemaState, type SchemaState } from './schema-state.ts';

export { migrationsFolder };

export interface MigrationOptions {
  folder?: string;
  /** Reports what the start is waiting for. */
  say?: (line: string) => void;
  /** Changes nothing, only checks that this version can work with the schema. */
  checkOnly?: boolean;
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
/** The time in which the server notices a dead process: otherwise a long statement would continue and hold the lock. */
const noticeGone = '2s';

// No schema, no table, or no right to read it, which the migration row_security grants.
const unknownSchema = ['3F000', '42P01', '42501'];

const stateOf = (client: Client, folder: string): Promise<SchemaState> =>
  schemaState(drizzle(client), folder).catch((error: { cause?: { code?: string } }) => {
    if (unknownSchema.includes(error.cause?.code ?? '')) return 'older';
    throw error;
  });

/** @throws {Error} one sentence for the operator if this version may not work with the schema */
const insistOnFitting = (state: SchemaState, folder: string, missing: string): void => {
  if (state === 'older')
    throw new Error(`The data model of the database is older than this version of Konsil, ${missing}`);
  if (state === 'newer')
    throw new Error(
      `The data model of the database is newer than this version of Konsil (${knownSchema(folder)}) can work with: start the newer version, or restore a backup from before it (docs/deployment.md, "Upgrades").`,
    );
};

/** Records what older versions may work with the schema; they read it when they find migrations they do not know. */
const recordOldestCodes = async (client: Client, codes: ReturnType<typeof oldestCodes>): Promise<void> => {
  await client.query(
    'create table if not exists drizzle.konsil_oldest_code (migration bigint primary key, oldest bigint not null)',
  );
  await client.query(
    'insert into drizzle.konsil_oldest_code select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing',
    [codes.map(({ migration }) => migration), codes.map(({ oldest }) => oldest)],
  );
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'konsil_server') then
      grant select on drizzle.konsil_oldest_code to konsil_server;
    end if;
  end $$`);
};

/** The time of the last migration; 0 for an empty database. */
const appliedUntil = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!rows[0]?.there) return 0;
  const last = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return Number(last.rows[0]?.last ?? 0);
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
 * @returns the names of the applied migrations
 */
export const migrateDatabase = async (
  { openClient }: Pick<Connection, 'openClient'>,
  { folder = migrationsFolder, say = () => undefined, login, checkOnly = false }: MigrationOptions = {},
): Promise<string[]> => {
  const client = await openClient({
    application_name: 'konsil migrations',
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  try {
    const { rows: rights } = await client.query<{ owner: boolean }>(
      "select has_database_privilege(current_database(), 'create') as owner",
    );
    if (checkOnly || !rights[0]?.owner) {
      const missing = checkOnly
        ? 'and MIGRATE_AT_START is off: run `konsil migrate` first.'
        : 'and the role of DATABASE_URL may not change it: set MIGRATION_DATABASE_URL to its owner (docs/deployment.md, "The database").';
      insistOnFitting(await stateOf(client, folder), folder, missing);
      return [];
    }
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
    insistOnFitting(await stateOf(client, folder).then((state) => (state === 'older' ? 'ok' : state)), folder, '');
    // Before anything is changed: a wrong one ends here.
    const codes = oldestCodes(folder);
    const before = await appliedUntil(client);
    await migrate(drizzle(client), { migrationsFolder: folder });
    await recordOldestCodes(client, codes);
    if (login) await admit(client, login);
    return codes.flatMap(({ migration, tag }) => (migration > before ? [tag] : []));
  } finally {
    // Closing it also releases the lock.
    await client.end();
  }
};
