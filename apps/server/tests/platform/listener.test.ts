import { createServer, type AddressInfo } from 'node:net';
import { secondMs } from '@konsil/server-platform/clock';
import { connect, type Connection } from '@konsil/server-platform/database/client';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { Listener } from '@konsil/server-platform/events/listener';
import { notifyProcesses } from '@konsil/server-platform/events/notify';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect({ ...database.connection });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test('after an outage it reports one gap, and receives notifications again', async () => {
  let refused = 0;
  const away = createServer((socket) => {
    refused += 1;
    socket.destroy();
  });
  await new Promise<void>((listening) => away.listen(0, '127.0.0.1', listening));
  const { openClient } = connection;
  const listener = new Listener(connection);
  let gaps = 0;
  const heard: string[] = [];
  listener.onGap(() => {
    gaps += 1;
  });
  listener.onNotice(({ kind }) => heard.push(kind));
  await listener.start();

  connection.openClient = (settings) =>
    openClient({ ...settings, host: '127.0.0.1', port: (away.address() as AddressInfo).port });
  await connection.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'konsil listener' and datname = current_database()",
  );
  await waitUntil(() => refused >= 3);
  expect(gaps).toBe(0);

  connection.openClient = openClient;
  await waitUntil(() => gaps > 0);
  await notifyProcesses(connection.db, { kind: 'outbox' });
  await waitUntil(() => heard.length > 0);
  expect([gaps, heard]).toEqual([1, ['outbox']]);
  await listener.close();
  await new Promise((closed) => away.close(closed));
});

test('a hanging database is not waited for forever', async () => {
  const silent = createServer();
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const listener = new Listener({
    ...connection,
    openClient: (settings) =>
      connection.openClient({
        ...settings,
        host: '127.0.0.1',
        port: (silent.address() as AddressInfo).port,
        connectionTimeoutMillis: secondMs,
      }),
  });
  expect(await listener.start()).toBe(false);
  await listener.close();
  silent.close();
});
