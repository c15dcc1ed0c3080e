import { closeSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { waitUntil } from '@konsil/server-testing/until';
import { findBinaries } from './binaries.ts';
import { prepareHome } from './home.ts';
import { createCluster, launchPostgres, processExists, takeLease } from './postmaster.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'konsil-embedded-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dataDir, log: () => undefined });
const ask = async ({ connection }: EmbeddedPostgres, query: string): Promise<unknown[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<{ answer: unknown }>(query)).rows.map(({ answer }) => answer);
  } finally {
    await client.end();
  }
};
const pid = (): number => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** The parent process may not have reaped it yet. */
const untilEnded = (process_: number) => waitUntil(() => !processExists(process_));

test('data survives a stop and a start', async () => {
  const first = await start();
  await ask(first, 'create table kept as select 7 as answer');
  const server = pid();
  await first.stop();
  await untilEnded(server);

  const second = await start();
  expect(await ask(second, 'select answer from kept')).toEqual([7]);
  await second.stop();
});

test('a second process joins the running server, and the last one stops it', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  const server = pid();
  await first.stop();
  expect(processExists(server)).toBe(true);
  expect(await ask(second, 'select 1 as answer')).toEqual([1]);
  await second.stop();
  await untilEnded(server);
});

test('a killed server is restarted without losing acknowledged writes', async () => {
  const embedded = await start();
  await ask(embedded, 'create table kept as select 7 as answer');
  const server = pid();
  process.kill(server, 'SIGKILL');
  let answer: unknown[] | undefined;
  await waitUntil(async () => {
    answer = await ask(embedded, 'select answer from kept').catch(() => undefined);
    return answer !== undefined;
  });
  expect(answer).toEqual([7]);
  expect(pid()).not.toBe(server);
  await embedded.stop();
});

test('stopping while a killed server is restarted leaves no server behind', async () => {
  const begins: (() => void)[] = [];
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => begins.shift()?.() });
  const startsAgain = new Promise<void>((begun) => begins.push(begun));
  process.kill(pid(), 'SIGKILL');
  await startsAgain;
  await embedded.stop();
  expect(readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8')).toMatch(/database system is shut down/);
});

test('a server stops if its last process exits during startup', async () => {
  const home = prepareHome(dataDir);
  const binaries = findBinaries(home.folder, home.user);
  createCluster(home, binaries);
  const lease = takeLease(home);
  const server = launchPostgres(home, binaries, true);
  closeSync(lease);
  await new Promise((ended) => server.once('exit', ended));
  expect(readFileSync(home.log, 'utf8')).toMatch(/received fast shutdown request/);
});

test('a failing start is retried with growing delays, reported once, and recovers', async () => {
  const lines: string[] = [];
  const embedded = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
  await ask(embedded, 'create table kept as select 7 as answer');
  const control = join(dataDir, 'postgres/data/global/pg_control');
  const tries = () =>
    readFileSync(join(dataDir, 'postgres/postgres.log'), 'utf8').match(/could not find the database system/g)?.length ??
    0;
  lines.length = 0;
  renameSync(control, `${control}.aside`);
  process.kill(pid(), 'SIGKILL');
  await waitUntil(() => tries() >= 3);
  expect(tries()).toBe(3);
  expect(lines.map((line) => line.split(':')[0])).toEqual(['Starting the database', 'PostgreSQL did not start']);
  renameSync(`${control}.aside`, control);
  await waitUntil(() => lines.length >= 3);
  expect(lines.at(-1)).toBe('The database runs again');
  expect(await ask(embedded, 'select answer from kept')).toEqual([7]);
  await embedded.stop();
});

test('the socket is private, no port is open, and German words are sorted correctly', async () => {
  const embedded = await start();
  expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700);
  expect(await ask(embedded, "select current_setting('listen_addresses') as answer")).toEqual(['']);
  expect(await ask(embedded, "select current_setting('fsync') as answer")).toEqual(['on']);
  expect(
    await ask(embedded, "select x as answer from unnest(array['Zoe', 'Ähren', 'Adler', 'Öl']) x order by x"),
  ).toEqual(['Adler', 'Ähren', 'Öl', 'Zoe']);
  await embedded.stop();
});
