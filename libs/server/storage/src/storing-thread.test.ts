import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@konsil/server-platform/keys/crypto';
import type { FileStore } from './file-store.ts';
import { openFileStore, type StorageEnv } from './open-store.ts';
import { StoringThread } from './storing-thread.ts';

const mebibyte = 1024 * 1024;
let folder: string;
let files: FileStore;
let thread: StoringThread;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-storing-'));
  const env: StorageEnv = {
    KONSIL_DATA_DIR: folder,
    S3_REGION: 'none',
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  };
  files = openFileStore(env);
  thread = new StoringThread(env);
});
afterEach(async () => {
  await thread.close();
  await rm(folder, { recursive: true, force: true });
});

async function* inPieces(bytes: Buffer, piece = 65_536) {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
const stored = async () => (await readdir(join(folder, 'files'))).filter((name) => name.length === 2);

test('files of every size are stored completely, many at once', async () => {
  const sizes = [0, 1, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte, 5 * mebibyte + 123];
  await Promise.all(
    sizes.map(async (size) => {
      const [bytes, fileKey] = [randomBytes(size), newKey()];
      const { key, size: storedSize, sha256 } = await thread.put(inPieces(bytes), { key: randomUUID(), fileKey });
      expect([storedSize, sha256]).toEqual([size, createHash('sha256').update(bytes).digest('hex')]);
      expect((await files.bytes({ key, fileKey })).equals(bytes)).toBe(true);
    }),
  );
});

test.each([1000, 65_537, mebibyte, 2 * mebibyte + 3])(
  'a file that arrives in pieces of %i bytes is stored completely',
  async (piece) => {
    const [bytes, fileKey] = [randomBytes(3 * mebibyte + 5).subarray(3), newKey()];
    const { key, sha256 } = await thread.put(inPieces(bytes, piece), { key: randomUUID(), fileKey });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await files.bytes({ key, fileKey })).equals(bytes)).toBe(true);
  },
);

test('a failing source rejects with its own error, and leaves nothing', async () => {
  async function* breaksOff() {
    yield* inPieces(randomBytes(3 * mebibyte));
    throw new Error('connection lost');
  }
  await expect(thread.put(breaksOff(), { key: randomUUID(), fileKey: newKey() })).rejects.toThrow('connection lost');
  expect([await stored(), await readdir(join(folder, 'files', 'unfinished'))]).toEqual([[], []]);
});

test('a disk error is reported, also while chunks are still arriving', async () => {
  await writeFile(join(folder, 'files'), 'in the way');
  await expect(
    thread.put(inPieces(randomBytes(9 * mebibyte)), { key: randomUUID(), fileKey: newKey() }),
  ).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test('when the worker ends, running uploads fail, and the next one restarts it', async () => {
  async function* slowly() {
    yield randomBytes(2 * mebibyte);
    await thread.close();
    yield randomBytes(4 * mebibyte);
  }
  await expect(thread.put(slowly(), { key: randomUUID(), fileKey: newKey() })).rejects.toThrow(
    'The storing thread ended.',
  );
  expect((await thread.put(inPieces(randomBytes(10)), { key: randomUUID(), fileKey: newKey() })).size).toBe(10);
});
