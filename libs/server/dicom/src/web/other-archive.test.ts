import { madeFile, madeSegmentation } from '@konsil/pixels/made-regions';
import Fastify, { type FastifyInstance } from 'fastify';
import { serveDicomWeb } from './dicomweb.routes.ts';
import { OtherArchive } from './other-archive.ts';
import { fixture } from '../testing/fixtures.ts';
import { FixtureStudies } from '../testing/fixture-studies.ts';
import type { DicomInstance } from '../dicom-instance.ts';
import { readDicomBytes } from '../read-bytes.ts';
import { imageElements, writeDicom, type ElementSpec } from '../testing/write-dicom.ts';

const token = 'a-token-of-the-first-reader';
const cookie = `konsil_study_x=${token}`;

const segmentation = Buffer.from(madeFile(madeSegmentation()));

/** The other archive: our own DICOMweb with two studies and a password. */
let archive: FastifyInstance;
let proxy: FastifyInstance;
let asked: { url: string; headers: Record<string, unknown> }[];
let rights: FixtureStudies;
let mine: string;
let foreign: string;

beforeAll(async () => {
  const held = new FixtureStudies();
  mine = await held.add('a', fixture('ct-series-7.zip'));
  foreign = await held.add('b', fixture('CT_small.dcm'));
  archive = Fastify();
  archive.addHook('onRequest', async (request, reply) => {
    asked.push({ url: request.url, headers: request.headers });
    if (request.headers.authorization !== `Basic ${Buffer.from('reader:geheim&').toString('base64')}`)
      return reply.status(401).send();
    request.headers.cookie =
      'konsil_study_x=every-study-of-the-archive; konsil_study_y=the-other-study-of-the-archive; konsil_study_z=the-marked-study-of-the-archive';
  });
  held.grant('every-study-of-the-archive', { studyUid: mine, documentId: 'a' });
  held.grant('the-other-study-of-the-archive', { studyUid: foreign, documentId: 'b' });
  held.grant('the-marked-study-of-the-archive', { studyUid: await held.add('c', segmentation), documentId: 'c' });
  serveDicomWeb(archive, { source: held, notFound: (reply) => reply.status(404).send() });
  const address = new URL(await archive.listen({ port: 0, host: '127.0.0.1' }));

  rights = new FixtureStudies();
  await rights.add('a', fixture('ct-series-7.zip'));
  rights.grant(token, { studyUid: mine, documentId: 'a' });
  proxy = Fastify();
  serveDicomWeb(proxy, {
    source: rights,
    archive: new OtherArchive(`http://reader:geheim%26@${address.host}/dicom-web/`),
    notFound: (reply) => reply.status(404).send(),
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await proxy.close();
  await archive.close();
});

const get = (url: string, headers: Record<string, string> = { cookie }) => proxy.inject({ url, headers });

test('reads the whole granted study from the other archive', async () => {
  const metadata = (await get(`/dicom-web/studies/${mine}/metadata`)).json();
  expect(metadata).toHaveLength(7);
  const [series, image] = ['0020000E', '00080018'].map((tag) => metadata[0][tag].Value[0]);
  const frame = await get(`/dicom-web/studies/${mine}/series/${series}/instances/${image}/frames/1`);
  expect(frame.headers['content-type']).toContain('multipart/related');
  expect(frame.rawPayload.length).toBeGreaterThan(512);
  expect(
    (await get(`/dicom-web/studies/${mine}/series/${series}/instances/${image}?accept=application/dicom`)).headers[
      'content-disposition'
    ],
  ).toContain('attachment');
});

test('a search finds only the granted study', async () => {
  const studies = (await get('/dicom-web/studies?PatientName=*')).json();
  expect(studies).toHaveLength(1);
  expect(studies[0]['0020000D'].Value).toEqual([mine]);
});

test('another study, path traversal and unknown resources are a 404 without a request', async () => {
  for (const url of [
    `/dicom-web/studies/${foreign}/metadata`,
    `/dicom-web/studies/${mine}/..%2f${foreign}/metadata`,
    `/dicom-web/studies/${mine}/%2e%2e/${foreign}/metadata`,
    `/dicom-web/studies/${mine}/../../system`,
    `/dicom-web/studies/${mine}/attachments/x`,
    `/dicom-web/studies/${mine}/series/`,
  ]) {
    expect((await get(url)).statusCode).toBe(404);
  }
  expect(asked).toEqual([]);
});

test('without access nothing is requested', async () => {
  expect((await get(`/dicom-web/studies/${mine}/metadata`, {})).statusCode).toBe(404);
  expect((await get('/dicom-web/studies', {})).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

test("the reader's cookie is not passed on", async () => {
  const [image] = (await get(`/dicom-web/studies/${mine}/metadata`)).json();
  await get(
    `/dicom-web/studies/${mine}/series/${image['0020000E'].Value[0]}/instances/${image['00080018'].Value[0]}/frames/1`,
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(JSON.stringify(asked)).not.toContain(token);
});

describe("A file that claims to belong to another person's study", () => {
  let theirs: DicomInstance;
  beforeAll(async () => {
    [theirs] = (await readDicomBytes(fixture('CT_small.dcm'))).instances as [DicomInstance];
  });
  const digits = (text: string | null): string => (text ?? '').replace(/\D/g, '');
  const addressOf = ({ studyUid, seriesUid, instanceUid }: DicomInstance): string =>
    `/dicom-web/studies/${studyUid}/series/${seriesUid}/instances/${instanceUid}`;
  /** A file with the same attributes as theirs, except some; all its pixels are 7. */
  const forged = (...but: ElementSpec[]): Buffer =>
    writeDicom(
      imageElements(
        ['0020000d', 'UI', theirs.studyUid],
        ['0020000e', 'UI', theirs.seriesUid],
        ['00080018', 'UI', theirs.instanceUid],
        ['00100010', 'PN', theirs.patientName],
        ['00100030', 'DA', digits(theirs.birthDate)],
        ['00080020', 'DA', digits(theirs.studyDate)],
        ['00080030', 'TM', digits(theirs.studyTime)],
        ['00280010', 'US', [theirs.rows]],
        ['00280011', 'US', [theirs.columns]],
        ['7fe00010', 'OW', Array.from({ length: theirs.rows * theirs.columns }, () => 7)],
        ...but,
      ),
    );
  let claims = 0;
  /** Reads as the uploader of the file. */
  const uploader = async (file: Buffer): Promise<(url: string) => ReturnType<typeof get>> => {
    const name = `claim-${(claims += 1)}`;
    rights.only(name, await rights.add(name, file));
    return (url) => get(url, { cookie: `konsil_study_x=the-token-of-${name}` });
  };
  const sevens = Buffer.from([7, 0, 7, 0, 7, 0]);

  test('shows its own image and none of the archive', async () => {
    const read = await uploader(forged(['0020000e', 'UI', '1.2.3.4'], ['00080018', 'UI', '1.2.3.4.5']));
    const images = (await read(`/dicom-web/studies/${foreign}/metadata`)).json();
    expect(images.map((image: Record<string, { Value: unknown[] }>) => image['00080018']?.Value[0])).toEqual([
      '1.2.3.4.5',
    ]);
    expect((await read(`/dicom-web/studies/${foreign}/instances`)).json()).toHaveLength(1);
    for (const path of ['', '/frames/1', '/metadata', '/rendered'])
      expect((await read(addressOf(theirs) + path)).statusCode).toBe(404);
  });

  test.each<[string, ElementSpec]>([
    ['name', ['00100010', 'PN', 'Somebody^Else']],
    ['day of birth', ['00100030', 'DA', '19700101']],
    ['day', ['00080020', 'DA', '20040120']],
    ['time', ['00080030', 'TM', '072731']],
    ['size', ['00280010', 'US', [127]]],
  ])('with all UIDs but another %s shows only its own image', async (_, other) => {
    const read = await uploader(forged(other));
    expect((await read(`${addressOf(theirs)}/frames/1`)).rawPayload.includes(sevens)).toBe(true);
    expect((await read(`${addressOf(theirs)}?accept=application/dicom`)).rawPayload.includes(sevens)).toBe(true);
    expect((await read('/dicom-web/studies')).json()).toHaveLength(1);
    expect((await read(`${addressOf(theirs)}/metadata`)).body).not.toContain(theirs.sopClassUid);
  });

  test("is the archive's image if everything matches", async () => {
    const read = await uploader(fixture('CT_small.dcm'));
    expect((await read(`${addressOf(theirs)}/frames/1`)).statusCode).toBe(200);
    expect(asked.some(({ url }) => url.endsWith('/frames/1'))).toBe(true);
  });
});

test('serves images from our files that the archive lacks or cannot deliver', async () => {
  rights.only('our-own', await rights.add('our-own', writeDicom(imageElements(['0020000d', 'UI', '1.2.3.9']))));
  const own = { cookie: 'konsil_study_x=the-token-of-our-own' };
  expect((await get('/dicom-web/studies/1.2.3.9/metadata', own)).json()).toHaveLength(1);
  expect((await get('/dicom-web/studies/1.2.3.9/series/1.2.3.4/instances/1.2.3.4.5/frames/1', own)).statusCode).toBe(
    200,
  );
  const down = Fastify();
  serveDicomWeb(down, {
    source: rights,
    archive: new OtherArchive('http://127.0.0.1:1/dicom-web'),
    notFound: (reply) => reply.status(404).send(),
  });
  expect((await down.inject({ url: `/dicom-web/studies/${mine}/metadata`, headers: { cookie } })).json()).toHaveLength(
    7,
  );
  await down.close();
});

test('frames of single bits that begin within a byte come from our file', async () => {
  const study = await rights.add('marked-images', segmentation);
  rights.only('marked-images', study);
  const own = { cookie: 'konsil_study_x=the-token-of-marked-images' };
  const [instance] = (await get(`/dicom-web/studies/${study}/metadata`, own)).json();
  const [series, uid] = ['0020000E', '00080018'].map((tag) => instance[tag].Value[0]);
  const path = `/dicom-web/studies/${study}/series/${series}/instances/${uid}`;
  expect((await get(`${path}/frames/2`, own)).statusCode).toBe(200);
  expect((await get(path, own)).statusCode).toBe(200);
  expect(asked.map(({ url }) => url.split('/instances/')[1])).toEqual([undefined, uid]);
});

test('never requests a study whose UID would escape the path', async () => {
  rights.grant('the-token-of-a-climber', { studyUid: '..', documentId: 'a' });
  for (const url of ['/dicom-web/studies/%2e%2e/series', '/dicom-web/studies/%2E%2E/metadata', '/dicom-web/studies'])
    await get(url, { cookie: 'konsil_study_x=the-token-of-a-climber' });
  expect(asked).toEqual([]);
});
