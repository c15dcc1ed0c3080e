import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { newKey } from '@konsil/server-platform/keys/crypto';
import { chunkBytes } from '@konsil/server-storage/chunk-cipher';
import type { FileStore } from '@konsil/server-storage/file-store';
import { openFileStore } from '@konsil/server-storage/open-store';
import { onePicturePdf, type PdfPicture } from '../testing/one-picture-pdf.ts';
import { aLetter, aPdfOf, aPhotoWithPosition, aPicture, aPictureThatClaims, aScan } from '../testing/samples.ts';
import { fileTypeOf, type FileType } from '@konsil/server-dicom/file-type';
import type { FileToRead, Inspection, PreparedCopies } from './reading.ts';
import { isOutage } from '@konsil/server-platform/http/problems';
import { ReadingPool } from './reading-pool.ts';
import { MachineBusy } from './reading-process.ts';
import { whenNotBusy } from '../testing/when-not-busy.ts';

let folder: string;
let files: FileStore;
let reading: ReadingPool;
const fileKey = newKey();
const keys = () => ({ view: randomUUID(), preview: randomUUID() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'konsil-reading-'));
  const env = { KONSIL_DATA_DIR: folder, S3_REGION: 'none' };
  files = openFileStore({
    ...env,
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  });
  reading = new ReadingPool(env);
});
afterAll(async () => {
  reading.close();
  await rm(folder, { recursive: true, force: true });
});

async function* once(bytes: Buffer) {
  yield bytes;
}
const stored = async (bytes: Buffer, type = fileTypeOf(bytes) as FileType): Promise<FileToRead> => ({
  key: (await files.put(once(bytes), fileKey)).key,
  fileKey,
  type,
});
const inspect = async (bytes: Buffer, type?: FileType, ms = 20_000) => {
  const file = await stored(bytes, type);
  return (await whenNotBusy(() => reading.run({ task: 'inspect', file }, ms))) as Inspection | null;
};
const prepare = async (bytes: Buffer) => {
  const file = await stored(bytes);
  const seen = (await reading.run({ task: 'inspect', file }, 20_000)) as Inspection;
  const { view, preview } = (await reading.run(
    { task: 'prepare', file, keys: keys(), instance: seen.kind === 'dicom' ? seen.instances[0] : undefined },
    20_000,
  )) as PreparedCopies;
  const bytesOf = (key: string | null) => key && files.bytes({ key, fileKey });
  return { view: await bytesOf(view && view.key), preview: await bytesOf(preview) };
};

test('reads the first page of a letter, and renders its thumbnail', async () => {
  const letter = await aLetter(['Universitätsklinikum Heidelberg', 'Arztbrief vom 14.09.2026']);
  const seen = await inspect(letter);
  expect(seen).toEqual({ kind: 'pdf', text: expect.stringContaining('Universitätsklinikum Heidelberg'), pages: 1 });
  const { view, preview } = await prepare(letter);
  expect(view).toBeNull();
  const picture = await sharp(preview as Buffer).metadata();
  expect(picture).toMatchObject({ format: 'webp', height: 512 });
  // A blank page would mean that nothing was rendered.
  expect((await sharp(preview as Buffer).stats()).channels[0]?.min).toBeLessThan(120);
});

test('reads only the page count of a scan, renders it, and refuses a protected one', async () => {
  expect(await inspect(await aScan())).toEqual({ kind: 'pdf', text: '', pages: 1 });
  expect((await prepare(await aScan())).preview).toBeInstanceOf(Buffer);
  expect(await inspect(await aScan({ userPassword: 'x', pdfVersion: '1.7' }))).toEqual({
    kind: 'refused',
    code: 'encrypted',
  });
});

describe('A page that cannot be rendered completely', () => {
  const samplePdf = (name: string) => readFile(join(__dirname, '../testing/pdf', name));
  /** Damages the compressed pixels, but not the PDF structure. */
  const spoilt = (pdf: Buffer) => {
    const copy = Buffer.from(pdf);
    const at = copy.indexOf('jp2c');
    copy.fill(0x55, at, at + 30_000);
    return copy;
  };

  test('a scan in JPEG 2000 is rendered, but has no preview with damaged pixels', async () => {
    const scan = await samplePdf('scan-jpx.pdf');
    const { preview } = await prepare(scan);
    expect((await sharp(preview as Buffer).stats()).channels[0]?.min).toBeLessThan(120);
    expect(await inspect(spoilt(scan))).toMatchObject({ kind: 'pdf', pages: 1 });
    expect(await prepare(spoilt(scan))).toEqual({ view: null, preview: null });
  });

  test('text in a predefined CMap is rendered, but has no preview without the CMap', async () => {
    const letter = await samplePdf('cmap.pdf');
    const { preview } = await prepare(letter);
    expect((await sharp(preview as Buffer).stats()).channels[0]?.min).toBeLessThan(120);
    const unknown = Buffer.from(letter.toString('latin1').replace('/90msp-RKSJ-H', '/90xyz-RKSJ-H'), 'latin1');
    expect(await prepare(unknown)).toEqual({ view: null, preview: null });
  });

  test('detects an XFA form, without a preview of its notice', async () => {
    const form = await samplePdf('xfa.pdf');
    expect(await inspect(form)).toEqual({ kind: 'pdf', text: '', pages: 1, form: true });
    expect(await prepare(form)).toEqual({ view: null, preview: null });
  });

  const picture = 'q 200 0 0 200 0 0 cm /Im Do Q';
  const text = 'BT /F1 12 Tf 20 100 Td (Text) Tj ET';
  const junk = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 37 + 11) & 0xff));
  const mask = '/ImageMask true/BitsPerComponent 1';
  const aMask: PdfPicture = { dict: `${mask}/Filter/FlateDecode`, data: deflateSync(Buffer.alloc(512, 0x55)) };
  const aBrokenMask: PdfPicture = { dict: `${mask}/Filter/JBIG2Decode`, data: junk };
  const aBrokenPicture: PdfPicture = {
    dict: '/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/JBIG2Decode',
    data: junk,
  };

  test.each<[string, string, PdfPicture | null]>([
    ['a mask', picture, aMask],
    ['a mask below text', `${picture} ${text}`, aMask],
    ['a group without content', `q 1 0 0 1 0 0 cm Q ${text}`, null],
    ['a clip without content', `q 0 0 9 9 re W n Q ${text}`, null],
    ['nothing', '', null],
  ])('a page with %s has a preview', async (_what, content, its) => {
    expect((await prepare(onePicturePdf(content, its))).preview).toBeInstanceOf(Buffer);
  });

  test.each<[string, string, PdfPicture | null]>([
    ['a picture that cannot be decoded', picture, aBrokenPicture],
    ['a mask that cannot be decoded', picture, aBrokenMask],
    ['such a mask between texts', `${text} ${picture} ${text}`, aBrokenMask],
    ['such a mask in the group of a text', `q ${text} 200 0 0 200 0 0 cm /Im Do Q`, aBrokenMask],
    ['a missing picture', picture, null],
  ])('a page with %s has no preview, because it would look empty', async (_what, content, its) => {
    expect(await prepare(onePicturePdf(content, its))).toEqual({ view: null, preview: null });
  });
});

test('accepts a PDF that it cannot open, without a preview; refuses a protected one', async () => {
  expect(await inspect(aPdfOf(5000))).toEqual({ kind: 'pdf', text: '' });
  expect(await prepare(aPdfOf(5000))).toEqual({ view: null, preview: null });
  expect(await inspect(await aLetter(['geheim'], { userPassword: 'x', pdfVersion: '1.7' }))).toEqual({
    kind: 'refused',
    code: 'encrypted',
  });
});

test('reads only the chunks with table and first page of a large PDF', async () => {
  const file = await stored(await aLetter(['Arztbrief vom 14.09.2026'], {}, 6 * chunkBytes));
  const damage = async (at: number) => {
    const onDisk = await open(join(folder, 'files', file.key.slice(0, 2), file.key), 'r+');
    await onDisk.write(Buffer.alloc(64), 0, 64, at);
    await onDisk.close();
  };
  const seen = async () => ({
    inspected: await reading.run({ task: 'inspect', file }, 20_000),
    prepared: await reading.run({ task: 'prepare', file, keys: keys() }, 20_000),
  });
  await damage(3 * chunkBytes);
  expect(await seen()).toEqual({
    inspected: { kind: 'pdf', text: expect.stringContaining('Arztbrief'), pages: 1 },
    prepared: { view: null, preview: expect.any(String) },
  });
  await damage(6 * (chunkBytes + 16) + 100);
  expect(await seen()).toEqual({ inspected: { kind: 'pdf', text: '' }, prepared: { view: null, preview: null } });
});

test('re-encodes photos upright and without location', async () => {
  const photo = await aPhotoWithPosition(400, 300);
  expect(photo.includes('secret-place')).toBe(true);
  const { view, preview } = await prepare(photo);
  const copy = await sharp(view as Buffer).metadata();
  expect(copy).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
  expect(copy.exif).toBeUndefined();
  expect((view as Buffer).includes('secret-place')).toBe(false);
  expect(await sharp(preview as Buffer).metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 });
  const drawing = await prepare(await aPicture());
  expect(await sharp(drawing.view as Buffer).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
});

test('refuses pictures that are invalid or far too large', async () => {
  expect(await inspect(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500)]))).toEqual({
    kind: 'refused',
    code: 'unreadable',
  });
  const huge = await aPictureThatClaims(30_000, 30_000);
  expect(await inspect(huge)).toEqual({ kind: 'refused', code: 'imageTooLarge' });
});

test('reads DICOM, and names the reason of a refusal', async () => {
  expect(await inspect(fixture('CT_small.dcm'))).toMatchObject({
    kind: 'dicom',
    instances: [{ modality: 'CT', rows: 128 }],
  });
  expect(await inspect(fixture('ct-series-7.zip'))).toMatchObject({ kind: 'dicom', instances: { length: 7 } });
  expect(await inspect(fixture('MR_truncated.dcm'))).toEqual({ kind: 'refused', code: 'truncated' });
  expect((await prepare(fixture('CT_small.dcm'))).preview).toBeInstanceOf(Buffer);
});

test('continues after a file that crashed the process or timed out', async () => {
  expect(await inspect(aPdfOf(2 * 1024 * 1024), 'application/pdf', 5)).toBeNull();
  expect(await inspect(await aPicture())).toEqual({ kind: 'photo' });
});

const onLinux = process.platform === 'linux' ? describe : describe.skip;
onLinux('A busy machine', () => {
  const statusOf = (pid: string, name: string): string => {
    try {
      return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
    } catch {
      // It ended between listing and reading.
      return '';
    }
  };
  const children = () =>
    readdirSync('/proc').filter((name) => /^\d+$/.test(name) && statusOf(name, 'PPid') === String(process.pid));
  /** A pool with one new process, and that process's id. */
  const aPool = async () => {
    const before = children();
    const pool = new ReadingPool({ KONSIL_DATA_DIR: folder, S3_REGION: 'none' });
    await pool.run({ task: 'inspect', file: await stored(await aPicture()) }, 20_000);
    return { pool, pid: children().find((one) => !before.includes(one)) ?? '' };
  };
  /** Takes the CPU away from the process for a while. */
  const stopFor = (pid: string, ms: number) => {
    process.kill(Number(pid), 'SIGSTOP');
    setTimeout(() => statusOf(pid, 'PPid') && process.kill(Number(pid), 'SIGCONT'), ms);
  };

  test('counts only processing time towards the timeout', async () => {
    const { pool, pid } = await aPool();
    const file = await stored(fixture('CT_small.dcm'));
    stopFor(pid, 9_000);
    expect(await pool.run({ task: 'inspect', file }, 6_000)).toMatchObject({ kind: 'dicom' });
    pool.close();
  });

  test('that gets no CPU time is reported as such, and the next file is read', async () => {
    const { pool, pid } = await aPool();
    const file = await stored(fixture('CT_small.dcm'));
    process.kill(Number(pid), 'SIGSTOP');
    await expect(pool.run({ task: 'inspect', file }, 200)).rejects.toThrow(MachineBusy);
    expect(await pool.run({ task: 'inspect', file }, 20_000)).toMatchObject({ kind: 'dicom' });
    pool.close();
  });

  test('reads and draws many PDFs in one process', async () => {
    const { pool, pid } = await aPool();
    for (let count = 0; count < 4; count += 1) {
      const file = await stored(await aLetter([`Brief ${count}`]));
      await pool.run({ task: 'inspect', file }, 20_000);
      await pool.run({ task: 'prepare', file, keys: keys() }, 20_000);
    }
    expect(statusOf(pid, 'PPid')).toBe(String(process.pid));
    pool.close();
  });

  test('reads many DICOM files in one process that does not grow', async () => {
    const { pool, pid } = await aPool();
    const file = await stored(fixture('SC_rgb_rle_2frame.dcm'));
    const sizes: { threads: number; megabytes: number }[] = [];
    const { instances } = (await pool.run({ task: 'inspect', file }, 20_000)) as Inspection & { kind: 'dicom' };
    for (let count = 0; count < 12; count += 1) {
      await pool.run({ task: 'prepare', file, keys: keys(), instance: instances[0] }, 20_000);
      sizes.push({
        threads: Number(statusOf(pid, 'Threads')),
        megabytes: Number(statusOf(pid, 'VmData')) / 1024,
      });
    }
    pool.close();
    const [, , , warm = { threads: 0, megabytes: 0 }, ...others] = sizes;
    // Otherwise it was replaced.
    expect(Math.min(...others.map(({ threads }) => threads))).toBeGreaterThan(0);
    expect(Math.max(...others.map(({ threads }) => threads))).toBeLessThanOrEqual(warm.threads + 1);
    expect(Math.max(...others.map(({ megabytes }) => megabytes))).toBeLessThan(warm.megabytes + 24);
  });
});

test('runs jobs in turn', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => inspect(n % 2 ? await aPicture() : await aLetter([`Brief ${n}`]))),
  );
  expect(answers.map((answer) => answer?.kind)).toEqual([
    'pdf',
    'photo',
    'pdf',
    'photo',
    'pdf',
    'photo',
    'pdf',
    'photo',
  ]);
});

describe('A machine that cannot start another process', () => {
  const { PATH, KONSIL_WORKER_DIR } = process.env;
  const mend = () => Object.assign(process.env, { PATH, KONSIL_WORKER_DIR });
  afterEach(mend);
  const inspectWith = async (other: ReadingPool) =>
    other.run({ task: 'inspect', file: await stored(await aPicture()) }, 20_000);

  test.each([
    ['which the system refuses, as for want of memory', { PATH: 'x'.repeat(3_000_000) }],
    ['which ends as it starts', { KONSIL_WORKER_DIR: '/nowhere' }],
  ])('%s: waiting jobs fail with a reason, and the next file is read', async (_how, broken) => {
    const other = new ReadingPool({ KONSIL_DATA_DIR: folder, S3_REGION: 'none' });
    Object.assign(process.env, broken);
    const failures = await Promise.allSettled([inspectWith(other), inspectWith(other)]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    mend();
    expect(await inspectWith(other)).toEqual({ kind: 'photo' });
    other.close();
  });
});

test('one account with many files does not block another: accounts take turns', async () => {
  const file = await stored(await aPicture());
  const order: string[] = [];
  const send = (account: string) =>
    reading.run({ task: 'inspect', file }, 20_000, account).then(() => order.push(account));
  await Promise.all([...Array.from({ length: 6 }, () => send('many')), send('one'), send('other')]);
  expect(order.slice(0, 4)).toEqual(['many', 'many', 'one', 'other']);
});

test('a busy machine is reported as an outage, not as an error of the server', () =>
  expect(isOutage(new MachineBusy('A reading process got no CPU time.'))).toBe(true));
