import Fastify, { type FastifyInstance } from 'fastify';
import { serveDicomWeb } from './dicomweb.routes.ts';
import { fixture } from '../testing/fixtures.ts';
import { FixtureStudies } from '../testing/fixture-studies.ts';
import { imageElements, writeDicom } from '../testing/write-dicom.ts';
import { writeZip } from '../testing/write-zip.ts';
import { transferSyntaxes } from '../transfer-syntaxes.ts';

const token = 'a-token-of-the-first-reader';
const cookie = `konsil_study_x=${token}`;

let studies: FixtureStudies;
let app: FastifyInstance;
beforeEach(() => {
  studies = new FixtureStudies();
  app = Fastify();
  serveDicomWeb(app, { source: studies, notFound: (reply) => reply.status(404).send({ code: 'not_found' }) });
});
afterEach(() => app.close());

/** A study with access, and the path of its first image. */
async function opened(documentId: string, file: Buffer): Promise<{ study: string; image: string }> {
  const studyUid = await studies.add(documentId, file);
  studies.grant(token, { studyUid, documentId });
  const [image] = await studies.instances({ studyUid, documentId });
  return {
    study: `/dicom-web/studies/${studyUid}`,
    image: `/dicom-web/studies/${studyUid}/series/${image?.seriesUid}/instances/${image?.instanceUid}`,
  };
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { cookie, ...headers } });

/** The parts of a multipart response (RFC 2387). */
function partsOf(answer: Awaited<ReturnType<typeof get>>): { contentType: string; bytes: Buffer }[] {
  const boundary = /boundary=([^;]+)/.exec(String(answer.headers['content-type']))?.[1];
  return answer.rawPayload
    .toString('latin1')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      return {
        contentType: /Content-Type: (.*)/i.exec(head)?.[1]?.trim() ?? '',
        bytes: Buffer.from(body.join('\r\n\r\n').slice(0, -2), 'latin1'),
      };
    });
}
const sum16 = (bytes: Buffer): number =>
  new Int16Array(new Uint8Array(bytes).buffer).reduce((total, value) => total + value, 0);

describe('Frames', () => {
  test.each(['CT_small.dcm', 'MR_small_implicit.dcm'])(
    'of %s are sent as explicit little endian with the reference values',
    async (name) => {
      const { image } = await opened('a', fixture(name));
      const [part] = partsOf(await get(`${image}/frames/1`));
      expect(part?.contentType).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1');
      expect(sum16(part?.bytes ?? Buffer.alloc(0))).toBe(name.startsWith('CT') ? 14_826_310 : 2_125_338);
    },
  );

  test('that are compressed are sent as stored', async () => {
    const { image } = await opened('a', fixture('MR_small_jp2klossless.dcm'));
    const [part] = partsOf(await get(`${image}/frames/1`));
    expect(part?.contentType).toBe('image/jp2; transfer-syntax=1.2.840.10008.1.2.4.90');
    expect(part?.bytes.subarray(0, 4).toString('hex')).toBe('ff4fff51');
  });

  test('can be requested together, and only if they exist', async () => {
    const { image } = await opened('a', fixture('SC_rgb_rle_2frame.dcm'));
    expect(partsOf(await get(`${image}/frames/2,1`)).map(({ bytes }) => bytes.length)).toEqual([664, 664]);
    for (const frames of ['0', '3', '1,3', '-1', 'x', '', '1,'.repeat(40)])
      expect((await get(`${image}/frames/${frames}`)).statusCode).toBe(404);
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a big-endian', () => writeDicom(imageElements(), { syntax: transferSyntaxes.explicitBigEndian })],
    ['a deflated', () => writeDicom(imageElements(), { syntax: transferSyntaxes.deflated })],
    ['a zipped', () => writeZip({ 'b/c.dcm': writeDicom(imageElements()) })],
    [
      'a deflated and zipped',
      () => writeZip({ c: writeDicom(imageElements(), { syntax: transferSyntaxes.deflated }) }),
    ],
  ])('of %s file are sent as plain little-endian bytes', async (_name, file) => {
    const { image } = await opened('a', await file());
    expect(partsOf(await get(`${image}/frames/1`))[0]?.bytes.toString('hex')).toBe('0100020003000400');
    expect((await get(`${image}/frames/1`)).statusCode).toBe(200);
  });

  test('are read without the rest of the file', async () => {
    const { image } = await opened('a', fixture('CT_small.dcm'));
    await get(`${image}/frames/1`);
    expect(studies.read.get('a')).toBe(128 * 128 * 2);
  });
});

describe('Metadata', () => {
  test('is the DICOM JSON of every image, compressed if the client accepts it', async () => {
    const { study } = await opened('a', fixture('ct-series-7.zip'));
    const plain = await get(`${study}/metadata`);
    expect(plain.headers['content-type']).toContain('application/dicom+json');
    expect(plain.json()).toHaveLength(7);
    expect(plain.json()[0]['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'Doe^Peter' }] });
    const packed = await get(`${study}/metadata`, { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  test('references bulk data that can be fetched', async () => {
    const { image } = await opened('a', writeDicom(imageElements(['00281201', 'OW', Buffer.alloc(10_000, 7)])));
    const [metadata] = (await get(`${image}/metadata`)).json();
    const address = metadata['00281201'].BulkDataURI;
    expect(partsOf(await get(address))[0]?.bytes).toEqual(Buffer.alloc(10_000, 7));
    expect((await get(address, { accept: 'application/octet-stream' })).rawPayload).toEqual(Buffer.alloc(10_000, 7));
    expect((await get(address.replace('00281201', '7FE00010'))).statusCode).toBe(404);
  });
});

describe('A search', () => {
  test('finds the study, its series and their images', async () => {
    const { study } = await opened('a', fixture('ct-series-7.zip'));
    const [found] = (await get('/dicom-web/studies')).json();
    expect(found['00201208'].Value).toEqual([7]);
    const series = (await get(`${study}/series`)).json();
    expect(series.map((one: Record<string, { Value: unknown[] }>) => one['00201209']?.Value)).toEqual([[2], [5]]);
    expect((await get(`${study}/series/${series[0]['0020000E'].Value[0]}/instances`)).json()).toHaveLength(2);
    expect((await get(`${study}/instances?limit=2&offset=6`)).json()).toHaveLength(1);
  });

  test.each([
    ['PatientID=nobody', 0],
    ['00100020=98890234', 1],
    ['PatientName=doe*', 1],
    ['PatientName=*PET*', 1],
    ['PatientName=*x*', 0],
    ['StudyInstanceUID=1.2.3', 0],
    ['StudyInstanceUID=1.2.3,1.3.6.1.4.1.5962.1.1.0.0.0.1194734704.16302.0.1', 1],
    ['ModalitiesInStudy=CT', 1],
    ['ModalitiesInStudy=MR', 0],
    ['fuzzymatching=true', 1],
    ['constructor=1', 1],
  ])('for %s finds %i', async (query, count) => {
    await opened('a', fixture('ct-series-7.zip'));
    expect((await get(`/dicom-web/studies?${query}`)).json()).toHaveLength(count);
  });

  test('with an expensive pattern is still cheap', async () => {
    await opened('a', fixture('ct-series-7.zip'));
    const before = process.cpuUsage();
    await get(`/dicom-web/studies?PatientName=${'*e'.repeat(90)}x`);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe('A whole image', () => {
  test('has an empty preamble', async () => {
    const preamble = Buffer.from('II*\0'.padEnd(128, 'x'));
    const file = writeDicom(imageElements(), { preamble });
    const { image } = await opened('a', file);
    const [part] = partsOf(await get(image));
    expect(part?.bytes.subarray(0, 128)).toEqual(Buffer.alloc(128));
    expect(part?.bytes.subarray(128)).toEqual(file.subarray(128));
  });

  test('can be downloaded as a file', async () => {
    const { image } = await opened('a', fixture('CT_small.dcm'));
    const answer = await get(`${image}?accept=application/dicom`);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[\d.]+\.dcm"$/);
    expect(answer.rawPayload).toHaveLength(39_206);
  });
});

describe('A reader without access', () => {
  test('gets the same 404 for existing and missing studies', async () => {
    await opened('a', fixture('CT_small.dcm'));
    const foreign = await studies.add('b', fixture('ct-series-7.zip'));
    const answers = await Promise.all(
      [
        `/dicom-web/studies/${foreign}/metadata`,
        '/dicom-web/studies/1.2.3/metadata',
        '/dicom-web/studies/../metadata',
        '/dicom-web/nothing',
      ].map((url) => get(url)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect((await get('/dicom-web/studies')).json()).toHaveLength(1);
  });

  test('gets nothing without a cookie, with another one, or after access ended', async () => {
    const { image } = await opened('a', fixture('CT_small.dcm'));
    for (const header of [
      '',
      'authorization=Token',
      'konsil_study_x=another-token-of-nobody',
      `next-auth.session-token=${token}`,
    ])
      expect((await get(`${image}/frames/1`, { cookie: header })).statusCode).toBe(404);
    expect((await get(`${image}/frames/1`)).statusCode).toBe(200);
    studies.revoke(token);
    expect((await get(`${image}/frames/1`)).statusCode).toBe(404);
    expect((await get('/dicom-web/studies')).statusCode).toBe(404);
  });

  test('cannot write anything', async () => {
    const { study } = await opened('a', fixture('CT_small.dcm'));
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await app.inject({ method, url: study, headers: { cookie } })).statusCode).toBe(404);
  });

  test('gets responses that browsers never cache', async () => {
    const { image, study } = await opened('a', fixture('CT_small.dcm'));
    for (const url of [
      `${image}/frames/1`,
      `${study}/metadata`,
      '/dicom-web/studies',
      '/dicom-web/studies/1.2/metadata',
    ])
      expect((await get(url)).headers['cache-control']).toBe('no-store');
  });
});

test('the case of an opened study is visible to its reader only', async () => {
  studies.viewed = {
    patient: { first_name: 'Peter', last_name: 'Doe', date_of_birth: '1950-01-02' },
    issue_date: null,
    keys: null,
  };
  const { study } = await opened('a', fixture('CT_small.dcm'));
  expect((await get(`${study}/case`)).json()).toEqual(studies.viewed);
  studies.viewed = null;
  expect((await get(`${study}/case`)).statusCode).toBe(204);
  expect((await get('/dicom-web/studies/1.2.3/case')).statusCode).toBe(404);
  expect((await get(`${study}/case`, { cookie: '' })).statusCode).toBe(404);
});

describe('Images that share an instance UID', () => {
  const twin = (value: number, more: Parameters<typeof imageElements> = []) =>
    writeDicom(
      imageElements(
        ['00281201', 'OW', Buffer.alloc(10_000, value)],
        ['7fe00010', 'OW', [value, value, value, value]],
        ...more,
      ),
    );
  const metadataOf = async (study: string) =>
    (await get(`${study}/metadata`)).json() as Record<string, { Value?: string[]; BulkDataURI?: string }>[];
  const addressesIn = async (study: string) =>
    (await metadataOf(study)).map(
      (one) => one['00081190']?.Value?.[0] ?? `${study}/series/1.2.3.4/instances/1.2.3.4.5`,
    );
  const firstByte = async (url: string) => partsOf(await get(url))[0]?.bytes[0];

  test('are all served, each with its own frames, bulk data and file', async () => {
    const { study } = await opened('a', await writeZip({ '1.dcm': twin(1), '2.dcm': twin(2), '3.dcm': twin(3) }));
    const addresses = await addressesIn(study);
    expect(await Promise.all(addresses.map((address) => firstByte(`${address}/frames/1`)))).toEqual([1, 2, 3]);
    expect(
      await Promise.all((await metadataOf(study)).map((one) => firstByte(String(one['00281201']?.BulkDataURI)))),
    ).toEqual([1, 2, 3]);
    expect(new Set(addresses).size).toBe(3);
    expect((await get(`${addresses[1]}?accept=application/dicom`)).rawPayload).toEqual(twin(2));
    const [series] = (await get(`${study}/series`)).json();
    expect(series['00201209'].Value).toEqual([3]);
  });

  test('are served without byte-equal duplicates', async () => {
    const { study } = await opened('a', await writeZip({ '1.dcm': twin(1), '2.dcm': twin(2), 'again/1.dcm': twin(1) }));
    expect(await metadataOf(study)).toHaveLength(2);
  });

  test('are listed in two series, each with its own picture', async () => {
    const { study } = await opened(
      'a',
      await writeZip({ '1.dcm': twin(1), '2.dcm': twin(2, [['0020000e', 'UI', '1.2.3.9']]) }),
    );
    expect(await firstByte(`${study}/series/1.2.3.4/instances/1.2.3.4.5/frames/1`)).toBe(1);
    expect(await firstByte(`${study}/series/1.2.3.9/instances/1.2.3.4.5/frames/1`)).toBe(2);
  });

  test('are served from the document that was opened first', async () => {
    await studies.add('first', fixture('MR_small_implicit.dcm'));
    const { study, image } = await opened('second', fixture('MR_small_jp2klossless.dcm'));
    expect((await get(`${study}/metadata`)).json()).toHaveLength(2);
    expect(partsOf(await get(`${image}/frames/1`))[0]?.contentType).toContain('1.2.840.10008.1.2.4.90');
  });

  test('of a document uploaded twice are listed once', async () => {
    await studies.add('first', fixture('ct-series-7.zip'));
    const { study } = await opened('second', fixture('ct-series-7.zip'));
    expect((await get(`${study}/metadata`)).json()).toHaveLength(7);
  });
});
