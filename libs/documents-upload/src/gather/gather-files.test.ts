/** @jest-environment node */
/// <reference types="node" />
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { maxUploadBytes } from '@konsil/contracts/codes';
import { gatherFiles } from './gather-files.ts';

const fixtures = join(__dirname, '../../../../libs/server/dicom/fixtures');
const ct = new Uint8Array(readFileSync(join(fixtures, 'CT_small.dcm')));
const mr = new Uint8Array(readFileSync(join(fixtures, 'MR_small_implicit.dcm')));
const mebibyte = 1024 * 1024;

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
/** An image of the CT examination with so much incompressible data. */
const heavy = (name: string, mebibytes: number) => file(name, ct, new Uint8Array(randomBytes(mebibytes * mebibyte)));
const bytesOf = async (one: File) => new Uint8Array(await one.arrayBuffer());
afterEach(() => jest.restoreAllMocks());
const gather = async (files: File[]) => {
  const found: File[] = [];
  const progress: number[] = [];
  const gathered = await gatherFiles(files, {
    onFile: (one) => found.push(one),
    onProgress: (done) => progress.push(done),
  });
  return { found, progress, gathered, names: found.map(({ name }) => name) };
};

test('images of one examination are zipped unchanged; a single image stays a file', async () => {
  const { found, names, gathered } = await gather([file('IM0001', ct), file('MR0001', mr), file('IM0002', ct, 'x')]);
  expect(names).toEqual(['CT 2004-01-19.zip', 'MR0001']);
  expect(gathered).toEqual({ leftOut: 0, names: [], letters: [], disc: false, tooMany: false });
  const members = unzipSync(await bytesOf(found[0] as File));
  expect(Object.keys(members)).toEqual(['1-IM0001', '3-IM0002']);
  expect(Buffer.from(members['1-IM0001'] ?? []).equals(ct)).toBe(true);
  expect(await bytesOf(found[1] as File)).toEqual(mr);
});

test('unpacking gives back every image of a real disc, with its checksum', async () => {
  const disc = Object.entries(unzipSync(new Uint8Array(readFileSync(join(fixtures, 'ct-series-7.zip')))));
  const { found } = await gather(disc.map(([path, bytes]) => file(path.split('/').at(-1) ?? '', bytes as BlobPart)));
  const packed = Buffer.from(await bytesOf(found[0] as File));
  const images = disc.flatMap(([path, bytes]) => (path === 'DICOMDIR' ? [] : [Buffer.from(bytes)]));
  expect(Object.values(unzipSync(packed)).map((bytes) => Buffer.from(bytes).toString('base64'))).toEqual(
    images.map((bytes) => bytes.toString('base64')),
  );
  for (const bytes of images) expect(packed.includes(Buffer.from(Uint32Array.of(crc32(bytes)).buffer))).toBe(true);
});

test('an examination over the size limit is split into several files within it', async () => {
  const { found, names } = await gather([heavy('a', 7), heavy('b', 7), heavy('c', 7)]);
  expect(names).toEqual(['CT 2004-01-19.zip', 'CT 2004-01-19 (2).zip']);
  expect(found.every(({ size }) => size <= maxUploadBytes)).toBe(true);
});

test('zips an image that only fits compressed; one that never fits is passed on', async () => {
  const roomy = file('roomy', ct, new Uint8Array(20 * mebibyte));
  const { found, names } = await gather([roomy, heavy('huge', 17)]);
  expect(names).toEqual(['huge', 'CT 2004-01-19.zip']);
  expect(found[1]?.size).toBeLessThan(mebibyte);
});

test('zipping the same images gives the same bytes, so duplicates are detected', async () => {
  const images = [file('IM0001', ct), file('IM0002', ct, 'x')];
  const first = await gather(images);
  jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2027, 0, 1));
  const second = await gather(images);
  expect(await bytesOf(first.found[0] as File)).toEqual(await bytesOf(second.found[0] as File));
});

test('takes the documents of a folder, and counts and names the few others', async () => {
  const { names, gathered, progress } = await gather([
    file('Befund.pdf', '%PDF-1.7 x'),
    file('Notiz.txt', 'Guten Tag'),
    file('leer', ''),
  ]);
  expect(names).toEqual(['Befund.pdf']);
  expect(gathered).toEqual({ leftOut: 2, names: ['Notiz.txt', 'leer'], letters: [], disc: false, tooMany: false });
  expect((await gather(Array.from({ length: 6 }, (_, index) => file(`${index}.txt`, 'x')))).gathered).toMatchObject({
    leftOut: 6,
    names: ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'],
  });
  expect(progress).toEqual([1, 2, 3]);
});

test('offers the letters of a folder with images, as those of a disc', async () => {
  const { names, gathered } = await gather([
    file('logo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    file('Befund.pdf', '%PDF-1.7'),
    file('IM0001', ct),
  ]);
  expect(names).toEqual(['IM0001']);
  expect(gathered).toMatchObject({ leftOut: 0, disc: false, tooMany: false });
  expect(gathered.letters.map(({ name }) => name)).toEqual(['Befund.pdf', 'logo.jpg']);
});

test('takes only the scans of a large folder of pictures', async () => {
  const photos = Array.from({ length: 101 }, (_, index) =>
    file(`IMG_${index}.jpg`, new Uint8Array([0xff, 0xd8, 0xff, 0xe0, index])),
  );
  const { names, gathered } = await gather([...photos, file('IM0001', ct)]);
  expect(names).toEqual(['IM0001']);
  expect(gathered).toEqual({ leftOut: 101, names: [], letters: [], disc: false, tooMany: true });
  expect((await gather(photos.slice(1))).names).toHaveLength(100);
});

test('takes only images from a disc, offers letters and pictures, names its viewer', async () => {
  const directory = new Uint8Array(ct);
  const { names, gathered } = await gather([
    file('DICOMDIR', directory),
    file('autorun.exe', 'MZ'),
    file('logo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])),
    file('Befund.pdf', '%PDF-1.7'),
    file('IM0001', ct),
  ]);
  expect(names).toEqual(['IM0001']);
  expect(gathered).toMatchObject({ leftOut: 1, names: ['autorun.exe'], disc: true, tooMany: false });
  expect(gathered.letters.map(({ name }) => name)).toEqual(['Befund.pdf', 'logo.jpg']);
});

test('images with an unreadable header stay together for the server to judge', async () => {
  const broken = (name: string) => file(name, new Uint8Array(128), 'DICM', 'nothing that follows');
  expect((await gather([broken('a'), broken('b')])).names).toEqual(['DICOM.zip']);
});

test('reports an unreadable file by name, and takes the others', async () => {
  const scratched = file('IM0002', ct);
  jest.spyOn(scratched, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
  const { names } = await gather([file('IM0001', ct), scratched, file('IM0003', ct)]);
  expect(names).toEqual(['IM0002', 'CT 2004-01-19.zip']);
});
