import { once } from 'node:events';
import { readdir, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { S3Objects } from '@konsil/server-storage/s3-objects';
import { FileStore } from '@konsil/server-storage/file-store';
import { markName } from '@konsil/server-storage/mark';
import { testApp, type TestApp } from '../support/app.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { Health } from '../../src/health.ts';

let house: TestApp;
beforeEach(async () => {
  house = await testApp();
});
afterEach(() => house.close());
const healthOf = (parts: Partial<ConstructorParameters<typeof Health>[0]> = {}) =>
  new Health({
    pool: house.kernel.connection.pool,
    files: house.kernel.files,
    identity: house.kernel.identity,
    ...parts,
  }).look();
const aSilentPort = async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
};

test('/healthz reports that everything responds and is writable', async () => {
  const answer = await house.app.inject('/healthz');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { ok: true, database: 'ok', storage: 'ok', data_folder: 'ok' },
  ]);
});

test('/healthz is 503 on a read-only database, and so is a write', async () => {
  const { host, port, user, database = '' } = house.owner.pool.options;
  const client = new pg.Client({ host, port, user, database: 'postgres' });
  await client.connect();
  await client.query(`alter database ${database} set default_transaction_read_only = on`);
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
  // The pool has to notice first.
  const look = () => house.app.inject('/healthz');
  await waitUntil(async () => (await look()).json<{ database: string }>().database === 'read_only');
  const answer = await look();
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { ok: false, database: 'read_only', storage: 'ok' }]);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  const change = await house.app.inject({
    method: 'POST',
    url: '/account/password/forgot',
    payload: { email: 'nobody@example.org' },
  });
  expect([change.statusCode, Number(change.headers['retry-after']) > 0]).toEqual([503, true]);
  await client.query(`alter database ${database} reset default_transaction_read_only`);
  await client.end();
});

test('a hanging database or storage is reported, not waited for', async () => {
  const silent = await aSilentPort();
  const pool = new pg.Pool({ host: '127.0.0.1', port: silent.port, user: 'konsil' });
  pool.on('error', () => undefined);
  const files = new FileStore(
    new S3Objects({
      endpoint: `http://127.0.0.1:${silent.port}`,
      bucket: 'b',
      region: 'r',
      accessKeyId: 'a',
      secretAccessKey: 's',
    }),
  );
  expect(await healthOf({ pool, files })).toMatchObject({
    ok: false,
    database: 'away',
    storage: 'away',
    data_folder: 'ok',
  });
  silent.close();
  await pool.end();
});

test('a missing storage or data folder is reported', async () => {
  await rm(join(house.env.KONSIL_DATA_DIR, 'files', markName));
  expect(await healthOf()).toMatchObject({ ok: false, storage: 'not_ours' });
  await rm(house.env.KONSIL_DATA_DIR, { recursive: true });
  expect(await healthOf()).toMatchObject({ ok: false, data_folder: 'away' });
});

test('a full disk is reported, and no file of the check is left behind', async () => {
  const folder = house.env.KONSIL_DATA_DIR;
  // Every write to this device fails like one to a full disk.
  await symlink('/dev/full', join(folder, `.health-${process.pid}`));
  expect(await healthOf()).toMatchObject({ ok: false, database: 'ok', storage: 'ok', data_folder: 'full' });
  expect((await readdir(folder)).filter((name) => name.startsWith('.health'))).toEqual([]);
});
