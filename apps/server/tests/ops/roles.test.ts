import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, isNull } from 'drizzle-orm';
import { documents, duties, outbox } from '@konsil/server-domain/schema';
import { readDuties } from '@konsil/server-platform/repeating';
import { minuteMs } from '@konsil/server-platform/clock';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { freePort } from '@konsil/server-testing/free-port';
import { waitUntil } from '@konsil/server-testing/until';
import { openSites } from '../../src/hosting/sites.ts';
import { OpsSite } from '../../src/ops/ops-site.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sentCase } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { uploadOne } from '../support/upload.ts';
import { aLetter } from '@konsil/server-documents/testing/samples';

let folder: string;
let database: TestDatabase;
let web: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-roles-'));
  database = await createTestDatabase();
  web = await start('web');
});
afterAll(async () => {
  await web.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
const start = (role: string, settings: Record<string, string> = {}): Promise<TestApp> =>
  testApp(
    { KONSIL_ROLE: role, KONSIL_DATA_DIR: folder, KONSIL_SECRET: 'b9Qw4nLr2TzYc7Kd1HsBf5Mx8PgJa3Ue', ...settings },
    Promise.resolve({ ...database, drop: () => Promise.resolve() }),
  );
const readyz = async (house: TestApp) => {
  const site = new OpsSite();
  site.serves(house.app);
  const server = createServer(site.answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
    return { status: answer.status, ...((await answer.json()) as { workers?: string }) };
  } finally {
    server.close();
  }
};

test('a web process leaves emails, documents and duties to a worker', async () => {
  const { db } = web.kernel;
  const worker = await start('worker');
  const { patient, doctor, caseId } = await sentCase(web);
  await waitUntil(async () => (await db.$count(outbox, isNull(outbox.sentAt))) === 0);
  await worker.close();
  await db.delete(duties);

  // Alone it answers, and says that nobody works.
  const { documentId } = await uploadOne(web.app, patient, caseId, 'befund.pdf', await aLetter(['Befund']));
  const theDocument = async () => (await db.select().from(documents).where(eq(documents.id, documentId)))[0];
  expect(await theDocument()).toMatchObject({ beingRead: true, preparedAt: null });
  await db.transaction((tx) =>
    enqueueEmail(tx, web.kernel.vault, {
      to: patient.email,
      locale: 'de',
      template: 'erased',
      data: { stays: false, wrote: false },
    }),
  );
  const waiting = await db.$count(outbox, isNull(outbox.sentAt));
  expect(waiting).toBeGreaterThan(0);
  expect(await readyz(web)).toMatchObject({ status: 200, ready: true, workers: 'none' });
  expect((await requestsAs(web.app, doctor).get(`/api/processoverview/${caseId}`)).statusCode).toBe(200);
  expect(await readDuties(db)).toEqual([]);
  expect(await theDocument()).toMatchObject({ beingRead: true, prepareAttempts: 0 });
  expect(await db.$count(outbox, isNull(outbox.sentAt))).toBe(waiting);

  // A worker that starts takes everything over, and a new upload reaches it at once.
  const other = await start('worker');
  await waitUntil(async () => (await theDocument())?.preparedAt !== null);
  expect((await theDocument())?.beingRead).toBe(false);
  await waitUntil(async () => (await db.$count(outbox, isNull(outbox.sentAt))) === 0);
  const second = await uploadOne(web.app, patient, caseId, 'zweiter.pdf', await aLetter(['Zweiter']));
  await waitUntil(async () => {
    const [row] = await db.select().from(documents).where(eq(documents.id, second.documentId));
    return row?.preparedAt !== null && row?.beingRead === false;
  });
  expect(await readyz(other)).not.toHaveProperty('workers');
  await other.close();
});

test('a worker opens no port', async () => {
  const port = await freePort();
  const worker = await start('worker', { API_PORT: String(port), SERVE_PORTALS: '0', HOST: '127.0.0.1' });
  await openSites(worker.app, worker.env, { builtApps: folder, isQuiet: () => false });
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  await worker.close();
});

test('a web process reports workers only when none is running', async () => {
  await web.kernel.db.delete(duties);
  const duty = { everyMs: minuteMs, lateAfterMs: minuteMs, loud: false, knownSince: web.clock.now() };
  await web.kernel.db.insert(duties).values({ ...duty, name: 'sessions', startedAt: web.clock.now() });
  expect(await readyz(web)).not.toHaveProperty('workers');
  web.clock.advance(6 * minuteMs);
  expect(await readyz(web)).toMatchObject({ workers: 'none' });
});
