import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { migrationProcesses, type MigrationProcesses } from '../support/migration-processes.ts';
import { migrateDatabase, type MigrationOptions } from '@konsil/server-domain/database/migrate';
import { schemaState } from '@konsil/server-domain/database/schema-state';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { waitUntil } from '@konsil/server-testing/until';

// The pool of each process allows 0.2 s.
const slowSeconds = 1.5;
/** A lock on which the first migration waits while a test holds it. */
const held = 4711;
let processes: MigrationProcesses;
let folder: string;
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  processes = await migrationProcesses('migrate.testing.ts');
  folder = await processes.versionWith(
    `create table runs (number int primary key);--> statement-breakpoint\nselect pg_sleep(${slowSeconds});--> statement-breakpoint\nselect pg_advisory_xact_lock(${held});--> statement-breakpoint\ninsert into runs values (1);`,
    'insert into runs select max(number) + 1 from runs;',
  );
});
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query('drop schema drizzle cascade');
});
afterEach(async () => {
  await client.end();
  await database.drop();
});
afterAll(() => processes.remove());

const start = () => processes.start(database.connection, folder);
const applied = async () =>
  (
    await client.query<{ runs: string; migrations: string }>(
      'select (select string_agg(number::text, $1 order by number) from runs) as runs, (select count(*) from drizzle.__drizzle_migrations) as migrations',
      [' '],
    )
  ).rows;
const isAtWork = async () =>
  ((
    await client.query(
      "select 1 from pg_stat_activity where application_name = 'konsil migrations' and query like '%pg_advisory_xact_lock%' and state = 'active' and datname = current_database()",
    )
  ).rowCount ?? 0) > 0;

test("three concurrent processes run a migration longer than the pool's limits once", async () => {
  const all = [start(), start(), start()];
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await applied()).toEqual([{ runs: '1 2', migrations: '2' }]);
  expect(all.filter(({ said }) => said.includes('Another process is changing the data model'))).toHaveLength(2);
});

test('after one of three processes is killed, another restarts its migration', async () => {
  await client.query('select pg_advisory_lock($1)', [held]);
  const first = start();
  await waitUntil(isAtWork);
  const others = [start(), start()];
  await waitUntil(() => others.every(({ said }) => said.includes('Waiting for it')));
  first.child.kill('SIGKILL');
  await first.ended;
  await client.query('select pg_advisory_unlock($1)', [held]);
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(await applied()).toEqual([{ runs: '1 2', migrations: '2' }]);
  expect(others.every(({ said }) => said.includes('done'))).toBe(true);
});

describe('A database that a newer version has migrated', () => {
  let connection: Connection;
  beforeEach(() => {
    connection = connect({ ...database.connection, max: 1 });
  });
  afterEach(() => connection.close());

  const versionWith = (...texts: string[]) => processes.versionWith(...texts);
  const first = 'create table one (a int);';
  const added = '-- oldest code: 0000_m\nalter table one add column b int;';
  const dropped = 'alter table one drop column a;';
  const migrated = (own: string, options: MigrationOptions = {}) =>
    migrateDatabase(connection, { folder: own, ...options });

  test('starts an older version if each newer migration allows it', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added)];
    expect(await migrated(old)).toEqual(['0000_m']);
    expect(await migrated(newer)).toEqual(['0001_m']);
    expect(await schemaState(connection.db, old)).toBe('compatible');
    expect([await migrated(old), await migrated(old, { checkOnly: true })]).toEqual([[], []]);
  });

  test('prevents the start of an older version that one of them does not allow', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added, dropped)];
    await migrated(newer);
    for (const checkOnly of [false, true])
      await expect(migrated(old, { checkOnly })).rejects.toThrow(/newer than this version of Konsil \(0000_m\)/);
    expect(await schemaState(connection.db, await versionWith(first, added))).toBe('newer');
  });

  test('counts as newer if no record says which versions may run on it', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added)];
    await migrated(newer);
    await connection.pool.query('drop table drizzle.konsil_oldest_code');
    await expect(migrated(old)).rejects.toThrow(/newer/);
  });

  test('is only compared, not migrated, if the start may not migrate', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added)];
    await migrated(old);
    await expect(migrated(newer, { checkOnly: true })).rejects.toThrow(/older than this version.*konsil migrate/);
    expect(await schemaState(connection.db, newer)).toBe('older');
  });

  test('a migration cannot require code newer than itself', async () => {
    await expect(migrated(await versionWith('-- oldest code: 0001_m\nselect 1;', added))).rejects.toThrow(
      /names 0001_m as the oldest code/,
    );
  });
});
