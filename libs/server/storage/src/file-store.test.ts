import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { chunkBytes } from './chunk-cipher.ts';
import { FileStore, type StoredFile } from './file-store.ts';
import { LocalObjects } from './local-objects.ts';
import { DamagedFile, ObjectMissing, type ObjectStore } from './object-store.ts';
import { S3Objects } from './s3-objects.ts';
import { hasSwift, startSwift, type Swift } from './swift.testing.ts';

async function* inPieces(bytes: Buffer, piece = 65_536) {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
const collect = async (stream: AsyncIterable<unknown>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
const keysIn = async (objects: ObjectStore): Promise<string[]> => {
  const keys = [];
  for await (const { key } of objects.list()) keys.push(key);
  return keys;
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

let swift: Swift | undefined;
afterAll(() => swift?.stop());
const aFolder = { name: 'a folder', open: async (): Promise<ObjectStore> => new LocalObjects(folder) };
const aRealS3Server = {
  name: 'a real S3 server',
  open: async (): Promise<ObjectStore> => {
    swift ??= await startSwift();
    return new S3Objects(await swift.newBucket());
  },
};
if (!hasSwift)
  console.warn(
    'Storage on S3 is not tested: swift-proxy, swift-account, swift-container, swift-object and memcached are not installed.',
  );

describe.each(hasSwift ? [aFolder, aRealS3Server] : [aFolder])('files in $name', ({ open }) => {
  let objects: ObjectStore;
  beforeEach(async () => {
    objects = await open();
  });

  test('are read as written, whatever their size', async () => {
    const store = new FileStore(objects);
    for (const size of [
      0,
      1,
      chunkBytes - 1,
      chunkBytes,
      chunkBytes + 1,
      5 * chunkBytes,
      6 * chunkBytes + 77,
      16 * chunkBytes,
    ]) {
      const bytes = randomBytes(size);
      const fileKey = newKey();
      const stored = await store.put(inPieces(bytes), fileKey);
      expect(stored).toEqual({
        key: expect.any(String),
        size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      const file = await store.get({ key: stored.key, fileKey });
      expect(file.size).toBe(size);
      expect((await collect(file.read())).equals(bytes)).toBe(true);
      expect((await store.bytes({ key: stored.key, fileKey })).equals(bytes)).toBe(true);
    }
  });

  test('are read in part, across chunks', async () => {
    const store = new FileStore(objects);
    const bytes = randomBytes(3 * chunkBytes + 500);
    const fileKey = newKey();
    const { key } = await store.put(inPieces(bytes), fileKey);
    const file = await store.get({ key, fileKey });
    const spans = [
      [0, 1],
      [10, 20],
      [chunkBytes - 1, chunkBytes + 1],
      [chunkBytes, 2 * chunkBytes],
      [5, 3 * chunkBytes + 499],
      [3 * chunkBytes, 3 * chunkBytes + 500],
    ] as const;
    for (const [start, end] of spans) {
      expect((await collect(file.read({ start, end }))).equals(bytes.subarray(start, end))).toBe(true);
    }
  });

  test('are listed, and missing once deleted; deleting twice is no error', async () => {
    const store = new FileStore(objects);
    const stored = await Promise.all([1, 2, 3].map((n) => store.put(inPieces(randomBytes(n)), newKey())));
    expect((await keysIn(objects)).sort()).toEqual(stored.map(({ key }) => key).sort());
    const [first] = stored as [StoredFile];
    await store.delete(first.key);
    await store.delete(first.key);
    expect(await store.has(first.key)).toBe(false);
    await expect(store.get({ key: first.key, fileKey: newKey() })).rejects.toThrow(ObjectMissing);
    expect(await keysIn(objects)).toHaveLength(2);
  });

  test('leave nothing behind when the source fails half-way', async () => {
    const store = new FileStore(objects);
    async function* breaksOff() {
      for (let n = 0; n < 7; n += 1) yield randomBytes(chunkBytes);
      throw new Error('connection lost');
    }
    await expect(store.put(breaksOff(), newKey())).rejects.toThrow('connection lost');
    expect(await keysIn(objects)).toEqual([]);
    await objects.dropUnfinished(new Date(Date.now() + 60_000));
  });
});

describe('A failing S3 server', () => {
  const settings = { bucket: 'b', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' };

  test('that hangs blocks nobody for long', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const store = new FileStore(
      new S3Objects({
        ...settings,
        endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
        answerMs: 300,
      }),
    );
    await expect(store.put(inPieces(randomBytes(10)), newKey())).rejects.toThrow('did not answer in time');
    silent.closeAllConnections();
    silent.close();
  });

  test('that refuses is reported by its code, not mistaken for a missing file', async () => {
    const refusing = createServer((_, reply) =>
      reply.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchBucket</Code></Error>'),
    ).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const objects = new S3Objects({
      ...settings,
      endpoint: `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    });
    await expect(objects.delete('0a0a0a0a-0000-4000-8000-000000000000')).rejects.toThrow('NoSuchBucket');
    refusing.closeAllConnections();
    refusing.close();
  });
});

describe('Files on disk', () => {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);

  test('contain nothing readable', async () => {
    const store = new FileStore(new LocalObjects(folder));
    const { key } = await store.put(inPieces(Buffer.from('Schilddrüsenknoten '.repeat(1000))), newKey());
    expect((await readFile(pathOf(key))).includes('Schilddr')).toBe(false);
  });

  test('are refused if any byte was changed, truncated, added or moved', async () => {
    const store = new FileStore(new LocalObjects(folder));
    const fileKey = newKey();
    const bytes = randomBytes(2 * chunkBytes + 99);
    const { key } = await store.put(inPieces(bytes), fileKey);
    const intact = await readFile(pathOf(key));
    const sealedChunk = chunkBytes + 16;
    const flip = (at: number) => {
      const changed = Buffer.from(intact);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      return changed;
    };
    const changes = [
      ...[0, 5000, chunkBytes, sealedChunk - 1, sealedChunk, 2 * sealedChunk + 50, intact.length - 1].map(flip),
      intact.subarray(0, 2 * sealedChunk),
      intact.subarray(0, intact.length - 1),
      intact.subarray(0, 0),
      Buffer.concat([intact, Buffer.of(0)]),
      Buffer.concat([
        intact.subarray(sealedChunk, 2 * sealedChunk),
        intact.subarray(0, sealedChunk),
        intact.subarray(2 * sealedChunk),
      ]),
    ];
    for (const changed of changes) {
      await writeFile(pathOf(key), changed);
      await expect(store.bytes({ key, fileKey })).rejects.toThrow(DamagedFile);
    }
    await writeFile(pathOf(key), intact);
    expect((await store.bytes({ key, fileKey })).equals(bytes)).toBe(true);
  });

  test('never return a changed chunk, although earlier ones are intact', async () => {
    const store = new FileStore(new LocalObjects(folder));
    const fileKey = newKey();
    const bytes = randomBytes(3 * chunkBytes);
    const { key } = await store.put(inPieces(bytes), fileKey);
    const changed = await readFile(pathOf(key));
    changed.writeUInt8(changed.readUInt8(chunkBytes + 500) ^ 128, chunkBytes + 500);
    await writeFile(pathOf(key), changed);
    const file = await store.get({ key, fileKey });
    const received: Buffer[] = [];
    await expect(
      (async () => {
        for await (const piece of file.read()) received.push(piece as Buffer);
      })(),
    ).rejects.toThrow(DamagedFile);
    expect(Buffer.concat(received).equals(bytes.subarray(0, chunkBytes))).toBe(true);
    expect(
      (await collect(file.read({ start: 2 * chunkBytes, end: 2 * chunkBytes + 10 }))).equals(
        bytes.subarray(2 * chunkBytes, 2 * chunkBytes + 10),
      ),
    ).toBe(true);
  });

  test('cannot be opened under another name or key', async () => {
    const store = new FileStore(new LocalObjects(folder));
    const fileKey = newKey();
    const [one, other] = [
      await store.put(inPieces(randomBytes(50)), fileKey),
      await store.put(inPieces(randomBytes(50)), fileKey),
    ];
    await writeFile(pathOf(one.key), await readFile(pathOf(other.key)));
    await expect(store.bytes({ key: one.key, fileKey })).rejects.toThrow(DamagedFile);
    await expect(store.bytes({ key: other.key, fileKey: newKey() })).rejects.toThrow(DamagedFile);
  });

  test('are deleted if unfinished and old enough', async () => {
    const objects = new LocalObjects(folder);
    await new FileStore(objects).put(inPieces(randomBytes(1)), newKey());
    await writeFile(join(folder, 'unfinished', 'half'), 'x');
    await objects.dropUnfinished(new Date(Date.now() - 60_000));
    expect(await readdir(join(folder, 'unfinished'))).toEqual(['half']);
    await objects.dropUnfinished(new Date(Date.now() + 60_000));
    expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  });

  test('accept no foreign name', async () => {
    const objects = new LocalObjects(folder);
    for (const key of ['../../etc/passwd', 'a', '', '..']) {
      await expect(objects.size(key)).rejects.toThrow(ObjectMissing);
      await expect(objects.put(key, inPieces(Buffer.of(1)))).rejects.toThrow(ObjectMissing);
    }
  });
});
