import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, hourMs, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { dataFileOf, keysBeside } from '@konsil/server-backup/backup-names';
import { backUpWhenDue } from '@konsil/server-backup/keep-backups';

let house: TestApp;
let folder: string;
beforeAll(async () => {
  house = await testApp();
  // From noon, so that an hour stays within a day.
  const now = house.clock.now().getTime();
  house.clock.advance(Math.ceil(now / dayMs) * dayMs + 12 * hourMs - now);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const quarter = 15 * minuteMs;
const backUp = () => backUpWhenDue(house.kernel, folder, quarter);
const kept = async () => (await readdir(folder)).filter((file) => file.startsWith('konsil-')).sort();

test('one of several servers makes a backup when the last one is old enough', async () => {
  expect((await Promise.all([backUp(), backUp(), backUp()])).filter(Boolean)).toHaveLength(1);
  expect(await kept()).toHaveLength(2);
  // The test clock also runs: a minute is more than a backup takes.
  house.clock.advance(quarter - minuteMs);
  expect(await backUp()).toBe(false);
  house.clock.advance(minuteMs);
  expect(await backUp()).toBe(true);
  expect(await kept()).toHaveLength(4);
});

test('keeps the last backup of each day for 30 days, and unrelated files', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine');
  await backUp();
  house.clock.advance(hourMs);
  await backUp();
  const [, , lastOfTheDay] = await kept();
  house.clock.advance(2 * dayMs);
  await backUp();
  const files = await kept();
  expect(files).toHaveLength(4);
  expect(files).toContain(lastOfTheDay);
  house.clock.advance(30 * dayMs);
  await backUp();
  expect(await kept()).toHaveLength(2);
  expect(await readdir(folder)).toContain('notes.txt');
});

test('a failed backup leaves no files, and is retried at once', async () => {
  await writeFile(join(folder, 'files'), 'in the way');
  await expect(backUp()).rejects.toThrow();
  expect(await kept()).toEqual([]);
  await rm(join(folder, 'files'));
  await mkdir(join(folder, 'files'));
  expect(await backUp()).toBe(true);
});

test('deletes key files left by a killed server after a day', async () => {
  const keys = keysBeside(dataFileOf(folder, house.clock.now()));
  await Promise.all([
    writeFile(keys, 'keys'),
    writeFile(`${dataFileOf(folder, house.clock.now())}.unfinished`, 'rows'),
  ]);
  house.clock.advance(2 * dayMs);
  expect(await backUp()).toBe(true);
  expect(await kept()).toHaveLength(2);
});
