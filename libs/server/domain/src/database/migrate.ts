import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { Connection } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { backgroundChanges, finishChange, progressTable, type BackgroundChange } from './background-changes.ts';
import { migrationsFolder, readMigrations, type Migration } from './migration-files.ts';
import { runConcurrently } from './concurrent-statements.ts';
import { knownSchema, schemaState, type SchemaState } from './schema-state.ts';

export { migrationsFolder };

export interface MigrationOptions {
  folder?: string;
  /** Reports what the start is waiting for. */
  say?: (line: string) => void;
  /** Changes nothing, only checks that this version can work with the schema. */
  checkOnly?: boolean;
  /** Login role for the server, created if missing. For the embedded database, which has no administrator. */
  login?: string;
  /** Runs all background changes to their end, too. */
  finish?: boolean;
  changes?: readonly BackgroundChange[];
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

const toServer = async (client: Client, right: string, table: string): Promise<void> => {
  await client.query(`do $$ begin
    if exists (select from pg_roles where rolname = 'konsil_server') then
      grant ${right} on ${table} to konsil_server;
    end if;
  end $$`);
};

const createRecords = async (client: Client): Promise<void> => {
  await client.query('create schema if not exists drizzle');
  // As Drizzle's own migrator created it.
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  await client.query(
    'create table if not exists drizzle.konsil_oldest_code (migration bigint primary key, oldest bigint not null)',
  );
  await client.query(progressTable);
};

/** Records the oldest version that may use the schema; older versions read it when they find unknown migrations. */
const recordOldestCodes = async (client: Client, migrations: readonly Migration[]): Promise<void> => {
  await client.query(
    'insert into drizzle.konsil_oldest_code select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing',
    [migrations.map(({ when }) => when), migrations.map(({ oldest }) => oldest)],
  );
  await toServer(client, 'select', 'drizzle.konsil_oldest_code');
  await toServer(client, 'select, insert, update', 'drizzle.konsil_background_changes');
};

const recordApplied = (client: Client, { hash, when }: Migration) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);

/** The time of the last migration; 0 for an empty database. */
const appliedUntil = async (client: Client): Promise<number> => {
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

interface Run {
  client: Client;
  say: (line: string) => void;
  changes: readonly BackgroundChange[];
  finish: boolean;
  /** The names of the migrations applied so far. */
  applied: string[];
}

/** Tables of up to 10,000 rows are changed on the spot: two passes, each with an empty batch at its end. */
const batchesOnTheSpot = 42;

/** @throws {Error} one sentence for the operator if a background change must be finished first */
const insistOnFinished = async ({ client, changes, finish }: Run, { tag, demands }: Migration): Promise<void> => {
  for (const name of demands) {
    const change = changes.find((one) => one.name === name);
    if (!change) throw new Error(`The migration ${tag} demands the background change ${name}, which does not exist.`);
    if (await finishChange(drizzle(client), change, finish ? undefined : batchesOnTheSpot)) continue;
    throw new Error(
      `The migration ${tag} needs the background change ${name}, which is not finished: let the previous version finish it (\`konsil status\`), or run \`konsil migrate --finish\`.`,
    );
  }
};

/** Migrations that are applied together: those that run concurrently alone, and none before what it demands. */
const groupsOf = (migrations: readonly Migration[]): Migration[][] =>
  migrations.reduce<Migration[][]>((groups, migration) => {
    const last = groups.at(-1);
    if (last?.at(-1)?.concurrent === false && !migration.concurrent && migration.demands.length === 0)
      last.push(migration);
    else groups.push([migration]);
    return groups;
  }, []);

const applyTogether = async (client: Client, group: readonly Migration[]): Promise<void> => {
  await client.query('begin');
  try {
    for (const migration of group) {
      for (const statement of migration.statements) await client.query(statement);
      await recordApplied(client, migration);
    }
    await recordOldestCodes(client, group);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const applyConcurrently = async ({ client, say }: Run, migration: Migration): Promise<void> => {
  await runConcurrently(client, migration, say);
  await applyTogether(client, [{ ...migration, statements: [] }]);
};

const applyMissing = async (run: Run, migrations: readonly Migration[]): Promise<void> => {
  const { client, changes, finish, applied } = run;
  await createRecords(client);
  const until = await appliedUntil(client);
  const missing = migrations.filter(({ when }) => when > until);
  // Versions from before the record left it out.
  await recordOldestCodes(
    client,
    migrations.filter(({ when }) => when <= until),
  );
  for (const group of groupsOf(missing)) {
    const [first] = group;
    if (!first) continue;
    await insistOnFinished(run, first);
    await (first.concurrent ? applyConcurrently(run, first) : applyTogether(client, group));
    applied.push(...group.map(({ tag }) => tag));
  }
  if (finish) for (const change of changes) await finishChange(drizzle(client), change);
};

const askAgainMs = 250;

/** Asks repeatedly: a statement that waits for the lock has a snapshot, for whose end a concurrent index build waits. */
const takeLock = async ({ client, say }: Pick<Run, 'client' | 'say'>): Promise<void> => {
  for (let asked = 0; ; asked += 1) {
    const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1) as ours', [
      locks.migration,
    ]);
    if (rows[0]?.ours) return;
    if (asked === 0) say('Another process is changing the data model. Waiting for it.');
    await pause(askAgainMs);
  }
};

/** Also of a background change, whose error Drizzle wraps. */
const isDeadlock = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].includes('40P01');
};

/**
 * Migrates the database to the newest schema, each migration exactly once: one connection holds the lock, other
 * processes wait for it, and the database rolls back what a killed one began, or they build its index again.
 * A login role without the right to create only checks that no migration is missing.
 * @returns the names of the applied migrations
 */
export const migrateDatabase = async (
  { openClient }: Pick<Connection, 'openClient'>,
  {
    folder = migrationsFolder,
    say = () => undefined,
    login,
    checkOnly = false,
    finish = false,
    changes = backgroundChanges,
  }: MigrationOptions = {},
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
    // Before anything is changed: a wrong one ends here.
    const migrations = readMigrations(folder);
    const run: Run = { client, say, changes, finish, applied: [] };
    for (;;) {
      await takeLock(run);
      insistOnFitting(await stateOf(client, folder).then((state) => (state === 'older' ? 'ok' : state)), folder, '');
      try {
        await applyMissing(run, migrations);
        if (login) await admit(client, login);
        return run.applied;
      } catch (error) {
        if (!isDeadlock(error)) throw error;
        // A starting process of an earlier version waits for the lock with a snapshot: it goes first.
        say('Others use what is to be changed. Trying again.');
        await client.query('select pg_advisory_unlock($1)', [locks.migration]);
        await pause(askAgainMs);
      }
    }
  } finally {
    // Closing it also releases the lock.
    await client.end();
  }
};
