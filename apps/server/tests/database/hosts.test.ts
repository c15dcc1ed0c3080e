import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { isOutage } from '@konsil/server-platform/http/problems';
import { createTestCluster, type TestDatabase } from '../support/database.ts';
import { connect } from '@konsil/server-platform/database/client';
import { hostsOf, isPlainDatabase } from '@konsil/server-settings/hosts';

test('a URL may list several servers, like in libpq', () => {
  expect(
    hostsOf('postgres://konsil:s%40cret@a:5432,b:5433/db?sslmode=verify-full&target_session_attrs=read-write'),
  ).toEqual({
    mustWrite: true,
    urls: [
      'postgres://konsil:s%40cret@a:5432/db?sslmode=verify-full',
      'postgres://konsil:s%40cret@b:5433/db?sslmode=verify-full',
    ],
  });
  expect(hostsOf('postgres://a/db')).toEqual({ mustWrite: false, urls: ['postgres://a/db'] });
  expect(hostsOf('postgresql://a,b/db').mustWrite).toBe(true);
});

test.each([
  ['postgres://db.example/konsil', true],
  ['postgres://db.example/konsil?sslmode=prefer', true],
  ['postgres://localhost,db.example/konsil', true],
  ['postgres://konsil?host=db.example', true],
  ['postgres://db.example/konsil?sslmode=verify-full', false],
  ['postgres://localhost/konsil', false],
  ['postgres://[::1]:5433/konsil', false],
  ['postgres://x/konsil?host=/run/postgresql', false],
  ['postgres://konsil@%2Frun%2Fpostgresql/konsil', false],
])('%s is unencrypted to another machine: %s', (url, plain) => expect(isPlainDatabase(url)).toBe(plain));

describe('Two servers', () => {
  const folders = [mkdtempSync(join(tmpdir(), 'konsil-host-')), mkdtempSync(join(tmpdir(), 'konsil-host-'))] as const;
  let servers: [TestDatabase, TestDatabase];
  beforeAll(async () => {
    servers = await Promise.all([createTestCluster(folders[0]), createTestCluster(folders[1])]);
  });
  afterAll(async () => {
    for (const { drop } of servers) await drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const urlOf = (...hosts: string[]) => `postgres://konsil@${hosts.map(encodeURIComponent).join(',')}/konsil`;
  const makeReadOnly = async ({ connection }: TestDatabase, on: boolean) => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter database konsil set default_transaction_read_only = ${on ? 'on' : 'off'}`);
    if (on)
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'konsil'",
      );
    await client.end();
  };
  const whoAnswers = async (pool: pg.Pool) =>
    (await pool.query<{ at: string }>("select current_setting('unix_socket_directories') as at")).rows[0]?.at;

  test('are tried in order, skipping an unreachable and a read-only one', async () => {
    const [first, second] = servers;
    await makeReadOnly(first, true);
    const { pool, openClient, close } = connect({
      connectionString: urlOf('/nowhere', first.connection.host, second.connection.host),
    });
    expect(await whoAnswers(pool)).toBe(second.connection.host);
    const client = await openClient({});
    await client.end();
    await close();
    await makeReadOnly(first, false);
  });

  test('fail over: a read-only server is an outage, and the next request uses the other', async () => {
    const [first, second] = servers;
    await makeReadOnly(second, true);
    const { pool, db, close } = connect({
      connectionString: urlOf(first.connection.host, second.connection.host),
      max: 1,
    });
    expect(await whoAnswers(pool)).toBe(first.connection.host);
    await makeReadOnly(second, false);
    // Demoted, as far as the open connection can tell.
    await pool.query('set default_transaction_read_only = on');
    const failure: unknown = await db
      .transaction(async (tx) => tx.execute(sql`create table written (number int)`))
      .catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    expect((await pool.query('show transaction_read_only')).rows).toEqual([{ transaction_read_only: 'off' }]);
    await makeReadOnly(first, true);
    // The pool may not have noticed the broken connection yet.
    await pool.query('select 1').catch(() => undefined);
    expect(await whoAnswers(pool)).toBe(second.connection.host);
    await makeReadOnly(first, false);
    await close();
  });
});
