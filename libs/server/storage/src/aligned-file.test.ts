import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForSlots, supportsDirectWrites, writeInSlots } from './aligned-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-aligned-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* inPieces(bytes: Buffer, piece: number) {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
const write = async (path: string, direct: boolean, bytes: AsyncIterable<Buffer>) => {
  const file = await openForSlots(path, direct);
  await writeInSlots(file, bytes).finally(() => file.close());
};
const sizes = [0, 1, 4095, 4096, 1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024 + 4097];

test.each([true, false])(
  'files of any size are written byte for byte, several at once (direct I/O: %s)',
  async (wanted) => {
    const direct = wanted && (await supportsDirectWrites(folder, 'probe'));
    await Promise.all(
      sizes.map(async (size) => {
        const [path, bytes] = [join(folder, String(size)), randomBytes(size)];
        await write(path, direct, inPieces(bytes, 65_552));
        expect((await readFile(path)).equals(bytes)).toBe(true);
      }),
    );
  },
);

test('testing a folder for direct I/O leaves nothing in it', async () => {
  await supportsDirectWrites(folder, 'probe');
  expect(await readdir(folder)).toEqual([]);
});

test('never overwrites an existing file', async () => {
  const path = join(folder, 'one');
  await write(path, false, inPieces(Buffer.from('first'), 5));
  await expect(write(path, false, inPieces(Buffer.from('second'), 6))).rejects.toThrow('EEXIST');
  expect(await readFile(path, 'utf8')).toBe('first');
});
