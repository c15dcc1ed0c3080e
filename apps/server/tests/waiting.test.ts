import { createServer, type AddressInfo, type Server } from 'node:net';
import { connect } from '@konsil/server-platform/database/client';
import { createTestDatabase } from './support/database.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { whenReachable } from '../src/waiting.ts';

test('waits for an unreachable database, says so, and continues', async () => {
  const database = await createTestDatabase();
  const said: string[] = [];
  const nowhere = connect({ host: '127.0.0.1', port: 1, user: 'konsil' });
  const there = connect({ ...database.connection });
  let connection = nowhere;
  const started = whenReachable(
    () => connection.openClient({}),
    (line) => said.push(line),
  );
  await waitUntil(() => said.length > 0);
  connection = there;
  await (await started).end();
  expect(said).toEqual([
    'Waiting for the database or the storage: connect ECONNREFUSED 127.0.0.1:1',
    'It can be reached again.',
  ]);
  await Promise.all([nowhere.close(), there.close()]);
  await database.drop();
});

test('waits for a database that accepts connections but hangs', async () => {
  const silent: Server = createServer();
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const connection = connect({
    host: '127.0.0.1',
    port: (silent.address() as AddressInfo).port,
    user: 'konsil',
    connectionTimeoutMillis: 100,
  });
  const said: string[] = [];
  const tries: unknown[] = [];
  const work = async () => {
    tries.push(1);
    if (tries.length > 2) return 'up';
    await connection.openClient({});
    return 'never';
  };
  expect(await whenReachable(work, (line) => said.push(line))).toBe('up');
  expect(said[0]).toContain('timeout expired');
  await connection.close();
  silent.close();
});

test('an error that waiting cannot fix ends the start', async () => {
  await expect(
    whenReachable(
      () => Promise.reject(Object.assign(new Error('no such role'), { code: '28000' })),
      () => undefined,
    ),
  ).rejects.toThrow('no such role');
});
