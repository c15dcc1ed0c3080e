import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '@konsil/server-platform/database/client';
import { eq } from 'drizzle-orm';
import { anchorAudit, verifyAnchors } from '@konsil/server-platform/audit/audit-anchors';
import { writeMarkFile } from '@konsil/server-storage/mark';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { keptParts, readTombstones } from '@konsil/server-privacy/tombstones';
import { accounts, dataExports, installation, outbox } from '@konsil/server-domain/schema';
import { sweepOrphans } from '@konsil/server-documents/orphans';
import type { S3Settings } from '@konsil/server-storage/s3-objects';
import { hasSwift, startSwift, type Swift } from '@konsil/server-storage/swift.testing';
import { testApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { signUpPatient } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { dayMs, hourMs, later } from '@konsil/server-platform/clock';
import { hmac, newKey } from '@konsil/server-platform/keys/crypto';
import { Identity } from '@konsil/server-storage/identity';
import { notifyProcesses } from '@konsil/server-platform/events/notify';
import { letter } from '@konsil/server-platform/outbox/outbox';

let folder: string;
let swift: Swift | undefined;
const databases: TestDatabase[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-identity-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const { drop } of databases.splice(0)) await drop();
});
afterAll(() => swift?.stop());

const aDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  databases.push(database);
  return database;
};
/** A copy of the rows; requires that nobody is connected. */
const copyOf = async ({ connection }: TestDatabase): Promise<TestDatabase> => {
  const copy = await aDatabase();
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  await client.query(`drop database ${copy.connection.database} with (force)`);
  await client.query(`create database ${copy.connection.database} template ${connection.database}`);
  await client.end();
  return copy;
};
/** A server whose database the test controls. */
const serve = (database: TestDatabase, settings: Record<string, string>): Promise<TestApp> =>
  testApp(
    { KONSIL_SECRET: 'b9Qw4nLr2TzYc7Kd1HsBf5Mx8PgJa3Ue', ...settings },
    Promise.resolve({ ...database, drop: () => Promise.resolve() }),
  );
/** Settings with which nothing is kept in the data folder. The tests' database is given by itself. */
const withoutFolder = { DATABASE_URL: 'postgres://test@127.0.0.1/test', KONSIL_DEMO: '1' };
const s3 = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
});
async function* once(bytes: Buffer) {
  yield bytes;
}
const keysOf = async ({ kernel }: TestApp): Promise<string[]> => {
  const keys = [];
  for await (const { key } of kernel.files.objects.list()) keys.push(key);
  return keys.sort();
};
/** A stored file with its row. */
const keepFile = async ({ kernel }: TestApp, accountId: string): Promise<string> => {
  const { key } = await kernel.files.put(once(Buffer.from('kept')), newKey());
  await kernel.db
    .insert(dataExports)
    .values({ accountId, storageKey: key, fileKey: Buffer.alloc(1), expiresAt: new Date(Date.now() + 30 * dayMs) });
  return key;
};

test("a process with another installation's data folder does not start", async () => {
  const [one, other] = [await aDatabase(), await aDatabase()];
  const { kernel, close } = await serve(one, { KONSIL_DATA_DIR: folder });
  await expect(serve(other, { KONSIL_DATA_DIR: folder })).rejects.toThrow(
    `The data folder ${folder} belongs to installation ${kernel.identity.id}`,
  );
  await close();
});

test('a process whose data folder is not the shared one does not start', async () => {
  const database = await aDatabase();
  const first = await serve(database, { KONSIL_DATA_DIR: folder });
  await expect(serve(database, {})).rejects.toThrow('is not the one of installation');
  await first.close();
});

test('refuses one of two first processes with separate data folders', async () => {
  const database = await aDatabase();
  const connection = connect({ ...database.connection });
  const { env } = await testApp();
  const folders = [join(folder, 'a'), join(folder, 'b')];
  const starts = await Promise.allSettled(
    folders.map((dir) => Identity.open({ db: connection.db, env: { ...env, KONSIL_DATA_DIR: dir } })),
  );
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await connection.close();
});

test('a data folder missing at runtime is no longer written to', async () => {
  const house = await serve(await aDatabase(), { KONSIL_DATA_DIR: folder });
  await rm(folder, { recursive: true });
  await house.kernel.identity.check();
  await expect(house.kernel.files.put(once(Buffer.from('x')), newKey())).rejects.toThrow('unavailable');
  await house.close();
});

describe.each(hasSwift ? ['a folder', 'a bucket'] : ['a folder'])(
  "A copy of the database on the installation's storage, %s",
  (where) => {
    let settings: Record<string, string>;
    let production: TestApp;
    let copied: TestApp;
    let accountId: string;
    beforeEach(async () => {
      if (where === 'a bucket') swift ??= await startSwift();
      settings = { KONSIL_DATA_DIR: folder, ...(where === 'a bucket' && swift ? s3(await swift.newBucket()) : {}) };
      const database = await aDatabase();
      const first = await serve(database, settings);
      ({ accountId } = await signUpPatient(first));
      await keepFile(first, accountId);
      await first.close();
      const copy = await copyOf(database);
      production = await serve(database, settings);
      await keepFile(production, accountId);
      copied = await serve(copy, settings);
    });
    afterEach(async () => {
      await production.close();
      await copied.close();
    });

    test('is quiet: sends nothing, and deletes no files', async () => {
      expect(production.kernel.identity.quiet).toBeNull();
      expect(copied.kernel.identity.quiet?.reason).toBe('its database is a copy of another one');
      const before = await keysOf(production);
      expect(before).toHaveLength(2);
      expect(await sweepOrphans(copied.kernel, later(new Date(), 2 * hourMs))).toBe(0);
      await copied.kernel.db.delete(dataExports);
      await copied.kernel.files.delete(...before);
      copied.clock.advance(40 * dayMs);
      expect(await sweepOrphans(copied.kernel, later(new Date(), 40 * dayMs))).toBe(0);
      expect(await keysOf(production)).toEqual(before);

      for (const { kernel } of [copied, production]) {
        await kernel.db.delete(outbox);
        await kernel.db.insert(outbox).values({
          channel: 'email',
          sealed: kernel.vault.sealFor('outbox', letter, { to: 'a@example.org', subject: 'x', text: 'x' }),
        });
        await notifyProcesses(kernel.db, { kind: 'outbox' });
      }
      await waitUntil(async () =>
        (await production.kernel.db.select().from(outbox)).every(({ sentAt }) => sentAt !== null),
      );
      expect(await copied.kernel.db.select().from(outbox)).toMatchObject([{ sentAt: null, attempts: 0 }]);
    });

    test('becomes the active installation when activated, and makes the other one quiet', async () => {
      await copied.kernel.identity.activate();
      await copied.kernel.identity.reload();
      expect(copied.kernel.identity.quiet).toBeNull();
      const before = await keysOf(production);
      await production.kernel.identity.check();
      expect(production.kernel.identity.quiet?.reason).toContain('whose database is newer');
      await expect(production.kernel.files.put(once(Buffer.from('x')), newKey())).rejects.toThrow('unavailable');
      // Files stored after the copy are unknown here, and kept.
      expect(await sweepOrphans(copied.kernel, later(new Date(), 2 * hourMs))).toBe(0);
      expect(await keysOf(copied)).toEqual(before);
    });

    test("is recognised by its storage if PostgreSQL's identifier is the same", async () => {
      const [theirs] = await production.kernel.db.select().from(installation);
      await copied.kernel.db.update(installation).set({ quietSince: null, quietReason: null });
      await copied.kernel.identity.check();
      expect(copied.kernel.identity.isQuiet).toBe(false);
      await production.kernel.identity.renewLife();
      expect((await production.kernel.db.select().from(installation))[0]?.lives).toHaveLength(
        (theirs?.lives.length ?? 0) + 1,
      );
      expect(await sweepOrphans(copied.kernel)).toBe(0);
      expect(copied.kernel.identity.quiet?.reason).toContain('whose database is newer');
      expect(production.kernel.identity.isQuiet).toBe(false);
    });
  },
);

(hasSwift ? describe : describe.skip)('in one bucket', () => {
  test('three processes share nothing but database and bucket', async () => {
    swift ??= await startSwift();
    const bucket = s3(await swift.newBucket());
    const database = await aDatabase();
    const folders = ['a', 'b', 'c'].map((name) => join(folder, name));
    const start = (dataDir: string) => serve(database, { ...withoutFolder, ...bucket, KONSIL_DATA_DIR: dataDir });
    const [one, two, three] = [
      await start(folders[0] ?? ''),
      await start(folders[1] ?? ''),
      await start(folders[2] ?? ''),
    ];
    const { accountId } = await signUpPatient(one);
    const key = await keepFile(two, accountId);
    expect(await three.kernel.files.has(key)).toBe(true);
    const erased = await signUpPatient(three);
    await two.kernel.db
      .update(accounts)
      .set({ erasureAt: new Date(0) })
      .where(eq(accounts.id, erased.accountId));
    expect(await eraseDueAccounts(two.kernel)).toBe(1);
    for (const { kernel } of [one, two, three]) {
      await signUpPatient(one);
      await anchorAudit(keptParts(kernel), new Date());
    }
    for (const { kernel, app } of [three, one]) {
      expect(await verifyAnchors(keptParts(kernel), { readOnly: true })).toMatchObject({
        faults: [],
        anchorsIntact: true,
        missing: 0,
      });
      const stones: string[] = [];
      for await (const ids of readTombstones(kernel)) stones.push(...ids);
      expect(stones).toEqual([erased.accountId]);
      expect((await app.inject('/healthz')).json()).toMatchObject({ ok: true, data_folder: 'unused' });
    }
    // No process has as much as created its folder.
    expect(await readdir(folder)).toEqual([]);
    await Promise.all([one.close(), two.close(), three.close()]);
  });

  test('only one process has to see the data folder of an earlier version, once', async () => {
    swift ??= await startSwift();
    const settings = { ...withoutFolder, ...s3(await swift.newBucket()) };
    const database = await aDatabase();
    const first = await serve(database, { ...settings, KONSIL_DATA_DIR: folder });
    const { id } = first.kernel.identity;
    const erased = randomUUID();
    const at = new Date(0).toISOString();
    const mac = hmac(first.kernel.vault.purposeKey('erasures'), erased, at).toString('base64url');
    await first.close();
    // As that version left it.
    const client = new pg.Client(database.connection);
    await client.connect();
    await client.query('update installation set folder_met = true, kept_series = null');
    await client.end();
    await writeMarkFile(join(folder, 'installation.json'), { id });
    await writeFile(join(folder, 'erasures.jsonl'), `${JSON.stringify({ account: erased, at, mac })}\n`);
    const without = () => serve(database, { ...settings, KONSIL_DATA_DIR: join(folder, 'none') });
    await expect(without()).rejects.toThrow('start one process with that folder');
    const taking = await serve(database, { ...settings, KONSIL_DATA_DIR: folder });
    const other = await without();
    const stones: string[] = [];
    for await (const ids of readTombstones(other.kernel)) stones.push(...ids);
    expect(stones).toEqual([erased]);
    await Promise.all([taking.close(), other.close()]);
  });

  test('two installations use separate prefixes; older ones use none', async () => {
    swift ??= await startSwift();
    const bucket = s3(await swift.newBucket());
    const [old, fresh] = [await aDatabase(), await aDatabase()];
    const client = new pg.Client(old.connection);
    await client.connect();
    await client.query("insert into stored_objects (key) values ('00000000-0000-4000-8000-000000000001')");
    await client.end();
    const [one, other] = [await serve(old, bucket), await serve(fresh, bucket)];
    expect([one.kernel.env.storagePrefix, other.kernel.env.storagePrefix]).toEqual([
      '',
      `${other.kernel.identity.id}/`,
    ]);
    const { key } = await one.kernel.files.put(once(Buffer.from('old')), newKey());
    const { key: theirs } = await other.kernel.files.put(once(Buffer.from('new')), newKey());
    expect([await keysOf(one), await keysOf(other)]).toEqual([[key], [theirs]]);
    expect(await one.kernel.files.has(theirs)).toBe(false);
    await Promise.all([one.close(), other.close()]);
  });
});
