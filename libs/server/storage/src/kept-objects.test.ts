import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalObjects } from './local-objects.ts';
import type { ObjectStore } from './object-store.ts';
import { S3Objects } from './s3-objects.ts';
import { hasSwift, startSwift, type Swift } from './swift.testing.ts';

const name = 'kept/anchors/00000000-0000-4000-8000-000000000001/000000000/001.json';
const text = async (objects: ObjectStore, of: string) => (await objects.kept(of))?.toString() ?? null;

describe.each(hasSwift ? ['a folder', 'a bucket'] : ['a folder'])('A kept object in %s', (where) => {
  let swift: Swift | undefined;
  let folder: string;
  let objects: ObjectStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'konsil-kept-'));
    if (where === 'a bucket') swift = await startSwift();
    objects = swift
      ? new S3Objects({ ...(await swift.newBucket()), prefix: 'one/' })
      : new LocalObjects(join(folder, 'files'));
  });
  afterAll(async () => {
    await swift?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('is written once: of several writers one wins, and the object stays', async () => {
    expect(await objects.kept(name)).toBeNull();
    expect(await objects.keep(name, Buffer.from('first'))).toBe(true);
    expect(await objects.keep(name, Buffer.from('second'))).toBe(false);
    expect(await text(objects, name)).toBe('first');
    const next = name.replace('001', '002');
    const won = await Promise.all(['a', 'b', 'c'].map((word) => objects.keep(next, Buffer.from(word))));
    if (where === 'a folder') expect(won.filter(Boolean)).toHaveLength(1);
    expect(won).toContain(true);
  });

  test('is not listed, so that no cleanup finds it', async () => {
    const listed = [];
    for await (const { key } of objects.list()) listed.push(key);
    expect(listed).toEqual([]);
  });

  test('of another name is refused', async () => {
    for (const bad of ['installation.json', 'kept/anchors/../../x.json', `${name}.bak`]) {
      await expect(objects.keep(bad, Buffer.from('x'))).rejects.toThrow('is no name of a kept object');
      await expect(objects.kept(bad)).rejects.toThrow('is no name of a kept object');
    }
  });
});

test('S3 is asked to lock a kept object and to write it under a condition', async () => {
  const puts: IncomingHttpHeaders[] = [];
  let knowsConditions = false;
  const server = createServer((request, response) => {
    if (request.method === 'PUT') puts.push(request.headers);
    request.resume().on('end', () => {
      const conditional = request.headers['if-none-match'] !== undefined;
      response.statusCode = request.method !== 'PUT' ? 404 : !conditional ? 200 : knowsConditions ? 412 : 501;
      response.end(request.method === 'PUT' ? '' : '<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const objects = new S3Objects({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'b',
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 's',
    lockDays: 3650,
  });
  try {
    // A service that does not know conditional writes is asked without.
    expect(await objects.keep(name, Buffer.from('anchor'))).toBe(true);
    expect([puts[0], puts.at(-1)].map((headers) => headers?.['if-none-match'])).toEqual(['*', undefined]);
    expect(puts.at(-1)).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'content-md5': 'R66exMCXihKT0QMOMANLig==',
    });
    const until = Date.parse(String(puts.at(-1)?.['x-amz-object-lock-retain-until-date']));
    expect(Math.round((until - Date.now()) / (24 * 60 * 60 * 1000))).toBe(3650);
    knowsConditions = true;
    expect(await objects.keep(name, Buffer.from('anchor'))).toBe(false);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
