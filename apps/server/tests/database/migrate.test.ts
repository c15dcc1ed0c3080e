import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { migrateDatabase, type MigrationOptions } from '@konsil/server-domain/database/migrate';
import { schemaState } from '@konsil/server-domain/database/schema-state';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { waitUntil } from '@konsil/server-testing/until';

// The pool of each process allows 0.2 s.
const slowSeconds = 1.5;
/** A lock on which the first migration waits while a test holds it. */
const held = 4711;
let folder: string;
let script: string;
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  // Beside the packages that the bundle imports.
  folder = await mkdtemp(join(__dirname, '../../../../node_modules/.cache/migrations-'));
  script = join(folder, 'migrate.mjs');
  await build({
    entryPoints: [join(__dirname, '../../../../libs/server/domain/src/database/migrate.testing.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'error',
  });
  await mkdir(join(folder, 'migrations', 'meta'), { recursive: true });
  const entries = ['0000_slow', '0001_more'].map((tag, idx) => ({
    idx,
    version: '7',
    when: idx + 1,
    tag,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, 'migrations', 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  await writeFile(
    join(folder, 'migrations', '0000_slow.sql'),
    `create table runs (number int primary key);--> statement-breakpoint\nselect pg_sleep(${slowSeconds});--> statement-breakpoint\nselect pg_advisory_xact_lock(${held});--> statement-breakpoint\ninsert into runs values (1);`,
  );
  await writeFile(join(folder, 'migrations', '0001_more.sql'), 'insert into runs select max(number) + 1 from runs;');
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
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Started {
  child: ChildProcess;
  said: string;
  ended: Promise<number | null>;
}
const start = (): Started => {
  const child = spawn(process.execPath, [script, JSON.stringify(database.connection), join(folder, 'migrations')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const started: Started = { child, said: '', ended: once(child, 'exit').then(([code]) => code as number | null) };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => {
      started.said += text.toString();
    });
  return started;
};
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
  const processes = [start(), start(), start()];
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await applied()).toEqual([{ runs: '1 2', migrations: '2' }]);
  expect(processes.filter(({ said }) => said.includes('Another process is changing the data model'))).toHaveLength(2);
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

  /** The migrations folder of a version; each migration's text. */
  const versionWith = async (...texts: string[]): Promise<string> => {
    const own = await mkdtemp(join(folder, 'version-'));
    await mkdir(join(own, 'meta'));
    const entries = texts.map((_, idx) => ({
      idx,
      version: '7',
      when: idx + 1,
      tag: `000${idx}_m`,
      breakpoints: true,
    }));
    await writeFile(
      join(own, 'meta', '_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    );
    for (const [idx, text] of texts.entries()) await writeFile(join(own, `000${idx}_m.sql`), text);
    return own;
  };
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

  test('ends the start of an older version that one of them does not allow', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added, dropped)];
    await migrated(newer);
    for (const checkOnly of [false, true])
      await expect(migrated(old, { checkOnly })).rejects.toThrow(/newer than this version of Konsil \(0000_m\)/);
    expect(await schemaState(connection.db, await versionWith(first, added))).toBe('newer');
  });

  test('is newer for a version if nothing says what may run on it', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added)];
    await migrated(newer);
    await connection.pool.query('drop table drizzle.konsil_oldest_code');
    await expect(migrated(old)).rejects.toThrow(/newer/);
  });

  test('is only compared where the start may not migrate', async () => {
    const [old, newer] = [await versionWith(first), await versionWith(first, added)];
    await migrated(old);
    await expect(migrated(newer, { checkOnly: true })).rejects.toThrow(/older than this version.*konsil migrate/);
    expect(await schemaState(connection.db, newer)).toBe('older');
  });

  test('a migration cannot name a later one as the oldest code', async () => {
    await expect(migrated(await versionWith('-- oldest code: 0001_m\nselect 1;', added))).rejects.toThrow(
      /names 0001_m as the oldest code/,
    );
  });
});
