import { mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { documents, erasedFiles } from '@konsil/server-domain/schema';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp } from '../support/app.ts';
import { requestsAs, password } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { deleteErasedFiles, nameErasedFiles } from '@konsil/server-documents/erased-files';
import { waitForPreviews } from '../support/stored-keys.ts';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { anOngoingCase } from '../support/story.ts';

test('files an erasure could not delete are recorded until the next start deletes them', async () => {
  const house = await testApp();
  const { db } = house.kernel;
  const files = join(house.env.KONSIL_DATA_DIR, 'files');
  const pathOf = (key: string) => join(files, key.slice(0, 2), key);
  const stored = async () => {
    const folders = (await readdir(files)).filter((name) => name.length === 2);
    return (await Promise.all(folders.map((folder) => readdir(join(files, folder))))).flat();
  };
  const { patient, letterId } = await anOngoingCase(house);
  // A preview being made deletes its file itself after the erasure.
  await waitForPreviews(house);
  const [letter] = await db.select({ key: documents.storageKey }).from(documents).where(eq(documents.id, letterId));
  const stuck = letter?.key ?? '';
  // A folder cannot be deleted like a file.
  await rm(pathOf(stuck));
  await mkdir(pathOf(stuck));
  await requestsAs(house.app, patient).post('/account/erasure', { current_password: password });
  house.clock.advance(31 * dayMs);
  expect(await eraseDueAccounts(house.kernel)).toBe(1);
  expect(await stored()).toEqual([stuck]);
  expect((await db.select().from(erasedFiles)).map(({ storageKey }) => storageKey)).toEqual([stuck]);

  await rmdir(pathOf(stuck));
  await writeFile(pathOf(stuck), 'left behind');
  await house.secondProcess();
  await waitUntil(async () => (await db.$count(erasedFiles)) === 0);
  expect(await stored()).toEqual([]);
});

test('many files that cannot be deleted do not block deleting the others', async () => {
  const house = await testApp();
  const { kernel } = house;
  const { db } = kernel;
  const pathOf = (key: string) => join(house.env.KONSIL_DATA_DIR, 'files', key.slice(0, 2), key);
  const keys = (await kernel.files.newKeys(250)).sort();
  // A folder cannot be deleted like a file: one in each hundred.
  const stuck = [keys[0], keys[120], keys[249]].map(String);
  for (const key of stuck) await mkdir(pathOf(key), { recursive: true });
  await db.transaction((tx) => nameErasedFiles(tx, keys));
  await expect(deleteErasedFiles(kernel)).rejects.toThrow(/EISDIR|is a directory/i);
  const left = await db.select().from(erasedFiles).orderBy(asc(erasedFiles.storageKey));
  expect(left.map(({ storageKey }) => storageKey)).toEqual(stuck);
  for (const key of stuck) await rmdir(pathOf(key));
  await deleteErasedFiles(kernel);
  expect(await db.$count(erasedFiles)).toBe(0);
});
