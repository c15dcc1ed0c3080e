import { randomUUID } from 'node:crypto';
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { dataExports, documents, erasedFiles, storedObjects } from '@konsil/server-domain/schema';
import { dayMs, hourMs, later, minuteMs } from '@konsil/server-platform/clock';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { testApp, type TestApp } from '../support/app.ts';
import { compareStorage } from '@konsil/server-documents/compare-storage';
import { sweepOrphans } from '@konsil/server-documents/orphans';
import { aCase, type TestCase } from '../support/a-case.ts';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { waitForPreviews } from '../support/stored-keys.ts';
import { uploadOne } from '../support/upload.ts';

let house: TestApp;
let theCase: TestCase;
beforeEach(async () => {
  house = await testApp();
  theCase = await aCase(house);
});
afterEach(() => house.close());

async function* once(bytes: Buffer) {
  yield bytes;
}
const inFuture = (ms: number): Date => later(new Date(), ms);
const keys = async (): Promise<string[]> => {
  const found = [];
  for await (const { key } of house.kernel.files.objects.list()) found.push(key);
  return found;
};

test('deletes an unreferenced file after an hour; files of documents and exports stay', async () => {
  await uploadOne(house.app, theCase.patient, theCase.id, 'foto.jpg', await aPhotoWithPosition());
  await waitForPreviews(house);
  const known = await keys();
  expect(known).toHaveLength(3);
  const { key: exported } = await house.kernel.files.put(once(Buffer.from('zip')), newKey());
  await house.kernel.db.insert(dataExports).values({
    accountId: theCase.patient.accountId,
    storageKey: exported,
    fileKey: Buffer.alloc(1),
    expiresAt: new Date(Date.now() + dayMs),
  });
  const { key: orphan } = await house.kernel.files.put(once(Buffer.from('left behind')), newKey());
  expect(await sweepOrphans(house.kernel, inFuture(50 * minuteMs))).toBe(0);
  expect(await sweepOrphans(house.kernel, inFuture(70 * minuteMs))).toBe(1);
  expect((await keys()).sort()).toEqual([...known, exported].sort());
  expect(await keys()).not.toContain(orphan);
  house.clock.advance(2 * dayMs);
  expect(await sweepOrphans(house.kernel)).toBe(1);
  expect((await keys()).sort()).toEqual(known.sort());
});

test('a process whose clock is ahead deletes no file that is being stored', async () => {
  const { key } = await house.kernel.files.put(once(Buffer.from('its row is not committed yet')), newKey());
  house.clock.advance(2 * dayMs);
  expect(await sweepOrphans(house.kernel)).toBe(0);
  expect(await keys()).toEqual([key]);
});

test('an object whose row is lost without a deletion record is kept, and reported', async () => {
  await uploadOne(house.app, theCase.patient, theCase.id, 'foto.jpg', await aPhotoWithPosition());
  await waitForPreviews(house);
  const known = await keys();
  // The work of each hour must not grow with the stored files.
  jest.spyOn(house.kernel.files.objects, 'list').mockImplementation(() => {
    throw new Error('the storage was listed');
  });
  expect(await sweepOrphans(house.kernel, inFuture(2 * hourMs))).toBe(0);
  await house.kernel.db.delete(documents);
  expect(await sweepOrphans(house.kernel, inFuture(2 * dayMs))).toBe(0);
  jest.restoreAllMocks();
  expect((await keys()).sort()).toEqual(known.sort());
  house.clock.advance(2 * dayMs);
  const { differences } = await compareStorage(house.kernel);
  expect(differences.map(({ fault, key }) => `${fault} ${key}`).sort()).toEqual(known.map((key) => `unused ${key}`));
});

test('the comparison names missing, unknown and wrongly sized objects', async () => {
  const { documentId } = await uploadOne(
    house.app,
    theCase.patient,
    theCase.id,
    'foto.jpg',
    await aPhotoWithPosition(),
  );
  await waitForPreviews(house);
  const [row] = await house.kernel.db.select().from(documents).where(eq(documents.id, documentId));
  const unknown = randomUUID();
  await house.kernel.files.objects.put(unknown, once(Buffer.from('x')));
  // Recorded a moment ago: its row may come.
  await house.kernel.files.put(once(Buffer.from('young')), newKey());
  expect(await compareStorage(house.kernel)).toEqual({
    named: 3,
    stored: 5,
    differences: [{ fault: 'unknown', key: unknown }],
  });
  const { storageKey = '', viewKey, previewKey } = row ?? {};
  const files = join(house.env.KONSIL_DATA_DIR, 'files');
  const pathOf = (key: string) => join(files, key.slice(0, 2), key);
  await truncate(pathOf(storageKey), 100);
  await truncate(pathOf(viewKey ?? ''), 100);
  await rm(pathOf(previewKey ?? ''));
  const { differences } = await compareStorage(house.kernel);
  const sorted = differences.map(({ fault, key, of }) => `${fault} ${key} ${of ? `${of.kind} ${of.id}` : '-'}`).sort();
  expect(sorted).toEqual([
    `missing ${previewKey} preview ${documentId}`,
    `unknown ${unknown} -`,
    ...[`wrong_size ${storageKey} document ${documentId}`, `wrong_size ${viewKey} view ${documentId}`].sort(),
  ]);
  expect(await keys()).toHaveLength(4);
});

test('deletes unfinished uploads after a day', async () => {
  await uploadOne(house.app, theCase.patient, theCase.id, 'foto.jpg', await aPhotoWithPosition());
  await waitForPreviews(house);
  const unfinished = join(house.env.KONSIL_DATA_DIR, 'files', 'unfinished');
  await writeFile(join(unfinished, 'old'), 'x');
  await utimes(join(unfinished, 'old'), new Date(Date.now() - 2 * dayMs), new Date(Date.now() - 2 * dayMs));
  await writeFile(join(unfinished, 'young'), 'x');
  await sweepOrphans(house.kernel);
  expect(await readdir(unfinished)).toEqual(['young']);
});

test('never deletes an object that this database never recorded', async () => {
  const [foreign, orphan] = [
    randomUUID(),
    (await house.kernel.files.put(once(Buffer.from('left behind')), newKey())).key,
  ];
  await house.kernel.files.objects.put(foreign, once(Buffer.from('x')));
  expect(await sweepOrphans(house.kernel, inFuture(2 * hourMs))).toBe(1);
  await house.kernel.files.delete(foreign);
  expect(await keys()).toEqual([foreign]);
  expect(await keys()).not.toContain(orphan);
});

test('forgets recorded but never stored objects after a day', async () => {
  await house.kernel.files.newKeys(2);
  await sweepOrphans(house.kernel);
  expect(await house.kernel.db.$count(storedObjects)).toBe(2);
  await sweepOrphans(house.kernel, inFuture(2 * dayMs));
  expect(await house.kernel.db.$count(storedObjects)).toBe(0);
});

test('deletes nothing when most files have lost their rows', async () => {
  for (let n = 0; n < 60; n += 1) await house.kernel.files.put(once(Buffer.from('x')), newKey());
  expect(await sweepOrphans(house.kernel, inFuture(2 * hourMs))).toBe(0);
  expect(await keys()).toHaveLength(60);
});

test('skips files of a running erasure, without suspecting the wrong database', async () => {
  const waiting = Array.from({ length: 60 }, () => randomUUID());
  for (const key of waiting) await house.kernel.files.objects.put(key, once(Buffer.from('x')));
  await house.kernel.db.insert(erasedFiles).values(waiting.map((storageKey) => ({ storageKey })));
  const { key: orphan } = await house.kernel.files.put(once(Buffer.from('left behind')), newKey());
  expect(await sweepOrphans(house.kernel, inFuture(2 * hourMs))).toBe(1);
  expect((await keys()).sort()).toEqual(waiting.sort());
  expect(await keys()).not.toContain(orphan);
});
