import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '@konsil/server-testing/until';

// The pool of each process allows 0.2 s.
const slowSeconds = 1.5;
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
    `create table runs (number int primary key);--> statement-breakpoint\nselect pg_sleep(${slowSeconds});--> statement-breakpoint\ninsert into runs values (1);`,
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
      "select 1 from pg_stat_activity where application_name = 'konsil migrations' and query like '%pg_sleep%' and state = 'active' and datname = current_database()",
    )
  ).rowCount ?? 0) > 0;

test("three concurrent processes run a migration longer than the pool's limits once", async () => {
  const processes = [start(), start(), start()];
  expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await applied()).toEqual([{ runs: '1 2', migrations: '2' }]);
  expect(processes.filter(({ said }) => said.includes('Another process is changing the data model'))).toHaveLength(2);
});

test('after one of three processes is killed, another restarts its migration', async () => {
  const first = start();
  await until(isAtWork);
  const others = [start(), start()];
  await until(() => others.every(({ said }) => said.includes('Waiting for it')));
  first.child.kill('SIGKILL');
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(await applied()).toEqual([{ runs: '1 2', migrations: '2' }]);
  expect(others.every(({ said }) => said.includes('done'))).toBe(true);
});
