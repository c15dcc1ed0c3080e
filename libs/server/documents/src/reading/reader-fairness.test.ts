import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { openFileStore } from '@konsil/server-storage/open-store';
import { DocumentReader } from '../document-reader.ts';
import { fileTypeOf, type FileType } from '@konsil/server-dicom/file-type';
import { aLetter, aPicture } from '../testing/samples.ts';
import { aSlowPdf } from '../testing/hostile.ts';
import { ReadingPool } from './reading-pool.ts';
import { MachineBusy } from './reading-process.ts';

let folder: string;
const fileKey = newKey();
const env = () => ({ KONSIL_DATA_DIR: folder, S3_REGION: 'none', READERS_MEGABYTES: 700 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-fairness-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* once(bytes: Buffer) {
  yield bytes;
}
const stored = async (bytes: Buffer) => {
  const files = openFileStore({
    ...env(),
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });
  return { key: (await files.put(once(bytes), fileKey)).key, fileKey, type: fileTypeOf(bytes) as FileType };
};

test('a slow PDF is accepted, to be read later', async () => {
  const reader = new DocumentReader(env());
  expect(await reader.inspect(await stored(aSlowPdf()), 'slow')).toEqual({ kind: 'pdf', text: '', later: true });
  reader.close();
});

test("after a slow PDF, an account's next ones delay nobody and are not delayed", async () => {
  const reader = new DocumentReader(env());
  const slow = await stored(aSlowPdf());
  const photo = await stored(await aPicture());
  const letter = await stored(await aLetter(['Arztbrief']));
  await reader.inspect(slow, 'slow');
  const order: string[] = [];
  const note = (what: string) => () => order.push(what);
  void reader.inspectLater(slow, 'slow').then(note('background'));
  await Promise.all([
    ...Array.from({ length: 4 }, () => reader.inspect(slow, 'slow').then(note('slow'))),
    reader.inspect(photo, 'other').then(note('photo')),
    reader.inspect(letter, 'third').then(note('letter')),
  ]);
  expect(order).toEqual(['slow', 'slow', 'slow', 'slow', expect.any(String), expect.any(String)]);
  reader.close();
});

test("only the first of an account's slow PDFs delays another account's photo", async () => {
  const reader = new DocumentReader(env());
  const slow = await stored(aSlowPdf());
  const photo = await stored(await aPicture());
  const order: string[] = [];
  const note = (what: string) => () => order.push(what);
  await Promise.all([
    ...Array.from({ length: 4 }, () => reader.inspect(slow, 'slow').then(note('slow'))),
    reader.inspect(photo, 'other').then(note('photo')),
  ]);
  expect(order).toEqual(['slow', 'slow', 'slow', 'slow', 'photo']);
  // Its photos are not slow.
  expect(await Promise.all([reader.inspect(photo, 'slow'), reader.inspect(slow, 'slow')])).toEqual([
    { kind: 'photo' },
    expect.objectContaining({ later: true }),
  ]);
  expect(['slow', 'other'].map((account) => reader.hasSlowFiles(account))).toEqual([true, false]);
  reader.close();
});

test('a job beyond its time slice is stopped only when another account waits', async () => {
  const pool = new ReadingPool(env());
  const slow = await stored(aSlowPdf());
  const photo = await stored(await aPicture());
  let over = () => {};
  const isOver = new Promise<void>((resolve) => (over = resolve));
  const stopped = pool.run({ task: 'inspect', file: slow }, 60_000, 'slow', { sliceMs: 100, over });
  await isOver;
  const own = pool.run({ task: 'inspect', file: photo }, 60_000, 'slow');
  const others = pool.run({ task: 'inspect', file: photo }, 60_000, 'other');
  expect(await stopped).toBeUndefined();
  expect(await Promise.all([own, others])).toEqual([{ kind: 'photo' }, { kind: 'photo' }]);
  pool.close();
});

test('a job that waits too long is returned unread', async () => {
  const pool = new ReadingPool(env());
  const running = pool.run({ task: 'inspect', file: await stored(aSlowPdf()) }, 3000, 'slow');
  expect(
    await pool.run({ task: 'inspect', file: await stored(await aPicture()) }, 3000, 'other', { waitMs: 50 }),
  ).toBeUndefined();
  // Neither is there time to read on a busy machine, nor does it matter here.
  await running.catch((failure: unknown) => expect(failure).toBeInstanceOf(MachineBusy));
  pool.close();
});
