import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { backUpWhenDue } from '@konsil/server-backup/keep-backups';
import { drillBackup } from '@konsil/server-backup/drill';
import { makeBackup } from '@konsil/server-backup/make-backup';
import { documents } from '@konsil/server-domain/schema';
import { dayMs, minuteMs } from '@konsil/server-platform/clock';
import { connect } from '@konsil/server-platform/database/client';
import { loadMasterKeys } from '@konsil/server-platform/keys/keys';
import { aLetter } from '@konsil/server-documents/testing/samples';
import { linesOfDrill } from '../../src/cli/drill-command.ts';
import { aCase } from '../support/a-case.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { uploadOne } from '../support/upload.ts';

const quarter = 15 * minuteMs;
let house: TestApp;
let folder: string;
beforeAll(async () => {
  house = await testApp();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const backUp = async (laterMs: number) => {
  house.clock.advance(laterMs);
  expect(await backUpWhenDue(house.kernel, folder, quarter)).toBe(true);
};
const aStoredFile = async (): Promise<string> => {
  const { vault, db, files } = house.kernel;
  const { patientId } = await aCase(house);
  const { key: fileKey } = await vault.newFileKey(db, patientId);
  return (await files.put(Readable.from([Buffer.from('scan')]), fileKey)).key;
};
const copies = () => readdir(join(folder, 'files'));

test('the copy of a deleted file stays as long as a kept backup may name it', async () => {
  const [gone, stays] = [await aStoredFile(), await aStoredFile()];
  await backUp(quarter);
  await house.kernel.files.delete(gone);
  await backUp(quarter);
  await backUp(2 * dayMs);
  // The backups of the first day are kept, and the first of them names the file.
  expect(await copies()).toEqual(expect.arrayContaining([gone, stays]));
  await backUp(31 * dayMs);
  expect(await copies()).toContain(stays);
  expect(await copies()).not.toContain(gone);
});

test('the copy stays if the file is recorded again, or its deletion note is damaged', async () => {
  const key = await aStoredFile();
  await backUp(quarter);
  const noted = house.clock.now().toISOString();
  house.clock.advance(31 * dayMs);
  await writeFile(join(folder, 'unrecorded.json'), JSON.stringify({ [key]: noted }));
  await backUp(31 * dayMs);
  expect(await copies()).toContain(key);
  await house.kernel.files.delete(key);
  for (const damage of ['{"', '[]', JSON.stringify({ [key]: 'yesterday' }), JSON.stringify({ [key]: '9999-01-01' })]) {
    await writeFile(join(folder, 'unrecorded.json'), damage);
    await backUp(31 * dayMs);
    expect(await copies()).toContain(key);
  }
  await backUp(31 * dayMs);
  expect(await copies()).not.toContain(key);
});

test('the copy stays for a backup made by command on a machine with a fast clock', async () => {
  const key = await aStoredFile();
  await backUp(quarter);
  const ahead = new Date(house.clock.now().getTime() + dayMs);
  await makeBackup({ ...house.kernel, clock: { now: () => ahead } }, folder);
  await house.kernel.files.delete(key);
  // Both were at work at the same time, so the newer one did not hold this one up.
  house.clock.advance(quarter);
  expect(await backUpWhenDue(house.kernel, folder, -2 * dayMs)).toBe(true);
  await backUp(30 * dayMs + dayMs / 2);
  expect((await readdir(folder)).filter((name) => name.endsWith('.data'))).toHaveLength(2);
  expect(await copies()).toContain(key);
});

test('command and server copy concurrently, and delete leftovers of a killed process', async () => {
  await makeBackup(house.kernel, folder);
  const { vault, db, files } = house.kernel;
  const { patientId } = await aCase(house);
  const { key: fileKey } = await vault.newFileKey(db, patientId);
  const stored: string[] = [];
  for (let count = 0; count < 20; count += 1)
    stored.push((await files.put(Readable.from([Buffer.alloc(100_000)]), fileKey)).key);
  const [left, fresh] = ['left.unfinished', 'fresh.unfinished'].map((name) => join(folder, 'files', name));
  for (const path of [left, fresh]) await writeFile(path ?? '', 'half');
  await utimes(left ?? '', 0, 0);
  const [one, other] = [1, 2].map((at) => new Date(house.clock.now().getTime() + at * minuteMs));
  await Promise.all(
    [one, other].map((at) => makeBackup({ ...house.kernel, clock: { now: () => at ?? new Date(0) } }, folder)),
  );
  expect(await copies()).toEqual(expect.arrayContaining(stored));
  expect((await copies()).filter((name) => name.endsWith('.unfinished'))).toEqual(['fresh.unfinished']);
});

test('the drill checks a backup without file copies against the storage', async () => {
  const own = await testApp({ BACKUP_FILES: '0' });
  const theCase = await aCase(own);
  await uploadOne(own.app, theCase.patient, theCase.id, 'brief.pdf', await aLetter(['Arztbrief']));
  const { path, files } = await makeBackup(own.kernel, folder);
  expect([files, (await readdir(folder)).includes('files')]).toEqual([0, false]);
  const drill = async (backup = path) => {
    const scratch = await createTestDatabase();
    const connection = connect(scratch.connection);
    const masters = await loadMasterKeys(own.env);
    const { objects } = own.kernel.files;
    const report = await drillBackup({ connection, masters, storage: objects, now: () => own.clock.now() }, backup);
    await connection.close();
    await scratch.drop();
    return report;
  };
  const whole = await drill();
  expect(whole).toMatchObject({ passed: true, files: { read_from: 'storage', missing: [], damaged: [] } });
  expect(whole.files.documents).toBe(1);
  expect(linesOfDrill(whole).join('\n')).toContain('from the storage');
  const [stored] = await own.kernel.db.select().from(documents);
  await own.kernel.files.objects.delete(stored?.storageKey ?? '');
  expect(await drill()).toMatchObject({ passed: false, files: { missing: [stored?.id] } });
  await own.kernel.db.update(documents).set({ fileKey: Buffer.alloc(61) });
  own.clock.advance(minuteMs);
  const { path: damaged } = await makeBackup(own.kernel, folder);
  expect(await drill(damaged)).toMatchObject({ passed: false, files: { missing: [], damaged: [stored?.id] } });
});
