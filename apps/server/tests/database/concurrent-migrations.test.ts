import pg from 'pg';
import { migrateDatabase } from '@konsil/server-domain/database/migrate';
import { schemaState } from '@konsil/server-domain/database/schema-state';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { locks } from '@konsil/server-platform/database/locks';
import { waitUntil } from '@konsil/server-testing/until';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { migrationProcesses, type MigrationProcesses, type Started } from '../support/migration-processes.ts';

const table =
  'create table items (id int primary key, name text);\ninsert into items select n, n from generate_series(1, 1000) n;';
const index =
  '-- oldest code: 0000_m\n-- concurrently\nCREATE INDEX CONCURRENTLY "items_name" ON "items" USING btree ("name");';
const more = 'alter table items add column more int;';

let processes: MigrationProcesses;
let database: TestDatabase;
let client: pg.Client;
/** A user's transaction, whose snapshot a concurrent build waits for. */
let user: pg.Client;
let connection: Connection;
beforeAll(async () => {
  processes = await migrationProcesses('migrate.testing.ts');
});
beforeEach(async () => {
  database = await createTestDatabase();
  [client, user] = [new pg.Client(database.connection), new pg.Client(database.connection)];
  await Promise.all([client.connect(), user.connect()]);
  await client.query('drop schema drizzle cascade');
  connection = connect({ ...database.connection, max: 2 });
});
afterEach(async () => {
  await Promise.all([client.end(), user.end(), connection.close()]);
  await database.drop();
});
afterAll(() => processes.remove());

const migrated = (folder: string, say?: (line: string) => void) =>
  migrateDatabase(connection, { folder, ...(say ? { say } : {}) });
const beginWithSnapshot = async () => {
  await user.query('begin isolation level repeatable read');
  await user.query('select 1');
};
/** A build waits for it before it looks for snapshots. */
const beginWithUncommitted = () => user.query('begin; insert into items values (1001)');
const buildWaits = async () =>
  ((
    await client.query(
      "select 1 from pg_stat_activity where query like 'CREATE INDEX CONCURRENTLY%' and wait_event = 'virtualxid' and datname = current_database()",
    )
  ).rowCount ?? 0) > 0;
const lockIsAwaited = async () =>
  ((
    await client.query("select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted", [
      locks.migration,
    ])
  ).rowCount ?? 0) > 0;
const isValid = async (): Promise<boolean | undefined> =>
  (
    await client.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass('items_name')",
    )
  ).rows[0]?.valid;
const applied = async () =>
  Number(
    (await client.query<{ count: string }>('select count(*) as count from drizzle.__drizzle_migrations')).rows[0]
      ?.count,
  );
const building = 'Building the index items_name';
const tryingAgain = 'Trying again';
const waiting = 'Another process is changing the data model';
const codesOf = (all: Started[]) => Promise.all(all.map(({ ended }) => ended));

test('three processes build an index once while users have transactions open', async () => {
  await migrated(await processes.versionWith(table));
  const folder = await processes.versionWith(table, index, more);
  await beginWithUncommitted();
  const all = [1, 2, 3].map(() => processes.start(database.connection, folder));
  await waitUntil(buildWaits);
  await waitUntil(() => all.filter(({ said }) => said.includes(waiting)).length === 2);
  await client.query('insert into items values (1002)');
  await user.query('commit');
  expect(await codesOf(all)).toEqual([0, 0, 0]);
  expect(all.filter(({ said }) => said.includes(building))).toHaveLength(1);
  expect(all.filter(({ said }) => said.includes(tryingAgain))).toEqual([]);
  expect([await isValid(), await applied()]).toEqual([true, 3]);
});

test('another process drops and repeats an index build that was killed', async () => {
  const folder = await processes.versionWith(table, index, more);
  await beginWithSnapshot();
  const first = processes.start(database.connection, folder);
  await waitUntil(buildWaits);
  const others = [1, 2].map(() => processes.start(database.connection, folder));
  await waitUntil(() => others.every(({ said }) => said.includes(waiting)));
  first.child.kill('SIGKILL');
  await first.ended;
  expect([await isValid(), await applied()]).toEqual([false, 1]);
  await waitUntil(() => others.some(({ said }) => said.includes(building)));
  await user.query('commit');
  expect(await codesOf(others)).toEqual([0, 0]);
  expect(others.filter(({ said }) => said.includes(building))).toHaveLength(1);
  expect([await isValid(), await applied()]).toEqual([true, 3]);
});

test('after a process was killed following its build, others only record the migration', async () => {
  await migrated(await processes.versionWith(table));
  await client.query('create index concurrently items_name on items (name)');
  const lines: string[] = [];
  expect(await migrated(await processes.versionWith(table, index), (line) => lines.push(line))).toEqual(['0001_m']);
  expect([lines, await applied()]).toEqual([[], 2]);
});

test('an older version waiting for the lock with a snapshot is let through first', async () => {
  await migrated(await processes.versionWith(table));
  await beginWithUncommitted();
  const builder = processes.start(database.connection, await processes.versionWith(table, index));
  await waitUntil(buildWaits);
  const older = new pg.Client(database.connection);
  await older.connect();
  // It looked for a deadlock before there was one, as after a wait of a second.
  await older.query("set deadlock_timeout = '1min'");
  const locked = older.query('select pg_advisory_lock($1)', [locks.migration]);
  await waitUntil(lockIsAwaited);
  await user.query('commit');
  await locked;
  expect(await isValid()).toBe(false);
  await older.end();
  expect(await builder.ended).toBe(0);
  expect(builder.said).toContain(tryingAgain);
  expect([await isValid(), await applied()]).toEqual([true, 2]);
});

test('an older version stays compatible while the index of a newer one is built', async () => {
  const old = await processes.versionWith(table);
  await migrated(old);
  await beginWithSnapshot();
  const builder = processes.start(
    database.connection,
    await processes.versionWith(table, '-- oldest code: 0000_m\nalter table items add column b int;', index),
  );
  await waitUntil(buildWaits);
  expect(await schemaState(connection.db, old)).toBe('compatible');
  await user.query('commit');
  expect(await builder.ended).toBe(0);
  expect(await schemaState(connection.db, old)).toBe('compatible');
});

test('constraints are validated and indexes dropped outside a transaction', async () => {
  const folder = await processes.versionWith(
    `${table}--> statement-breakpoint\ncreate index gone on items (name);--> statement-breakpoint\nalter table items add constraint named check (name is not null) not valid;`,
    '-- concurrently\n-- Nobody reads it.\nDROP INDEX CONCURRENTLY IF EXISTS "gone";--> statement-breakpoint\nalter table items validate constraint named;',
  );
  expect(await migrated(folder)).toEqual(['0000_m', '0001_m']);
  const { rows } = await client.query(
    "select to_regclass('gone') is null as dropped, (select convalidated from pg_constraint where conname = 'named') as validated",
  );
  expect(rows).toEqual([{ dropped: true, validated: true }]);
});

test('a statement that cannot be resumed is refused before any other runs', async () => {
  const folder = await processes.versionWith(
    table,
    `${index}--> statement-breakpoint\nupdate items set name = name || 'x';`,
  );
  await expect(migrated(folder)).rejects.toThrow(/^The migration 0001_m .* cannot be resumed after: update items/);
  expect([await isValid(), await applied()]).toEqual([undefined, 1]);
});
