import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@konsil/server-platform/keys/crypto';
import type { FileStore } from '@konsil/server-storage/file-store';
import { openFileStore } from '@konsil/server-storage/open-store';
import { DocumentReader } from '../document-reader.ts';
import { fileTypeOf, type FileType } from '@konsil/server-dicom/file-type';
import { aLetter, aPhotoWithPosition } from '../testing/samples.ts';
import { hostile } from '../testing/hostile.ts';
import { ReadingPool } from './reading-pool.ts';
import type { FileToRead, Inspection } from './reading.ts';
import { whenNotBusy } from '../testing/when-not-busy.ts';

const megabytes = 700;
let folder: string;
let files: FileStore;
let reader: DocumentReader;
const fileKey = newKey();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-memory-'));
  const env = { KONSIL_DATA_DIR: folder, S3_REGION: 'none' };
  files = openFileStore({
    ...env,
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });
  reader = new DocumentReader({ ...env, READERS_MEGABYTES: megabytes });
});
afterAll(async () => {
  reader.close();
  await rm(folder, { recursive: true, force: true });
});

async function* once(bytes: Buffer) {
  yield bytes;
}
const stored = async (bytes: Buffer): Promise<FileToRead> => ({
  key: (await files.put(once(bytes), fileKey)).key,
  fileKey,
  type: fileTypeOf(bytes) as FileType,
});

const keys = () => ({ view: randomUUID(), preview: randomUUID() });

/** Resident memory of all child processes, in megabytes. */
const residentOfChildren = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const own =
          Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid && /^Name:\s+(node|MainThread)/m.test(status);
        return own ? sum + Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 : sum;
      } catch {
        // It ended between listing and reading.
        return sum;
      }
    }, 0);
const peakWhile = async (work: () => Promise<unknown>): Promise<number> => {
  let peak = residentOfChildren();
  const looking = setInterval(() => (peak = Math.max(peak, residentOfChildren())), 5);
  await work();
  clearInterval(looking);
  return peak;
};
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each(Object.entries(hostile))(
  '%s leaves all readers together below 700 MB, and they go on',
  async (_what, make) => {
    const file = await stored(await make());
    let account = 0;
    const peak = await peakWhile(() =>
      Promise.all([
        whenNotBusy(() => reader.inspect(file, `account ${(account += 1)}`)),
        whenNotBusy(() => reader.prepare(file, keys(), { accountId: `account ${(account += 1)}`, isAwaited: false })),
      ]),
    );
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThanOrEqual(megabytes);
    const [photo, letter] = [await stored(await aPhotoWithPosition()), await stored(await aLetter(['Arztbrief']))];
    expect(await whenNotBusy(() => reader.inspect(photo, 'honest'))).toEqual({ kind: 'photo' });
    const seen = await reader.inspect(letter, 'honest');
    // A busy machine reads it later.
    const read = seen && 'later' in seen ? await whenNotBusy(() => reader.inspectLater(letter, 'honest')) : seen;
    expect(read).toMatchObject({ kind: 'pdf', pages: 1 });
  },
);

onLinux('a process that the system does not limit ends itself', async () => {
  const watched = new ReadingPool({ KONSIL_DATA_DIR: folder, S3_REGION: 'none' }, { watched: true });
  const file = await stored(await (hostile['a progressive JPEG of 108 million pixels'] as () => Promise<Buffer>)());
  const preparing = { task: 'prepare', file, keys: keys() } as const;
  const others = residentOfChildren();
  const peak = await peakWhile(async () => expect(await watched.run(preparing, 60_000)).toBeNull());
  expect(peak - others).toBeLessThanOrEqual(megabytes / 2);
  watched.close();
});

onLinux('a photo of 108 million pixels is taken, and shown upright', async () => {
  const file = await stored(
    await (hostile['a JPEG of 108 million pixels, lying on its side'] as () => Promise<Buffer>)(),
  );
  expect((await reader.inspect(file, 'somebody')) as Inspection).toEqual({ kind: 'photo' });
  const prepare = () => reader.prepare(file, keys(), { accountId: 'somebody', isAwaited: false });
  expect(await whenNotBusy(prepare)).toEqual({
    view: expect.objectContaining({ sha256: expect.any(String) }),
    preview: expect.any(String),
  });
});
