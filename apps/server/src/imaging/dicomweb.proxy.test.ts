import Fastify, { type FastifyInstance } from 'fastify';
import { proxyDicomWeb } from './dicomweb.proxy.ts';
import { serveDicomWeb } from './dicomweb.routes.ts';
import { fixture } from './testing/fixtures.ts';
import { FixtureStudies } from './testing/fixture-studies.ts';

const token = 'a-token-of-the-first-reader';
const cookie = `konsil_study_x=${token}`;

/** Another archive: our own DICOMweb over two studies, behind a password, open to whoever has it. */
let archive: FastifyInstance;
let proxy: FastifyInstance;
let asked: { url: string; headers: Record<string, unknown> }[];
let mine: string;
let foreign: string;

beforeAll(async () => {
  const held = new FixtureStudies();
  mine = await held.add('a', fixture('ct-series-7.zip'));
  foreign = await held.add('b', fixture('CT_small.dcm'));
  archive = Fastify();
  archive.addHook('onRequest', async (request, reply) => {
    asked.push({ url: request.url, headers: request.headers });
    if (request.headers.authorization !== `Basic ${Buffer.from('reader:geheim&').toString('base64')}`) return reply.status(401).send();
    request.headers.cookie = 'konsil_study_x=every-study-of-the-archive; konsil_study_y=the-other-study-of-the-archive';
  });
  held.grant('every-study-of-the-archive', { studyUid: mine, documentId: 'a' });
  held.grant('the-other-study-of-the-archive', { studyUid: foreign, documentId: 'b' });
  serveDicomWeb(archive, { source: held, notFound: (reply) => reply.status(404).send() });
  const address = new URL(await archive.listen({ port: 0, host: '127.0.0.1' }));

  const rights = new FixtureStudies();
  rights.grant(token, { studyUid: mine, documentId: 'a' });
  proxy = Fastify();
  proxyDicomWeb(proxy, { source: rights, target: `http://reader:geheim%26@${address.host}/dicom-web/`, notFound: (reply) => reply.status(404).send() });
});
beforeEach(() => { asked = []; });
afterAll(async () => {
  await proxy.close();
  await archive.close();
});

const get = (url: string, headers: Record<string, string> = { cookie }) => proxy.inject({ url, headers });

test('the granted study is read from the other archive, in full', async () => {
  const metadata = (await get(`/dicom-web/studies/${mine}/metadata`)).json();
  expect(metadata).toHaveLength(7);
  const [series, image] = ['0020000E', '00080018'].map((tag) => metadata[0][tag].Value[0]);
  const frame = await get(`/dicom-web/studies/${mine}/series/${series}/instances/${image}/frames/1`);
  expect(frame.headers['content-type']).toContain('multipart/related');
  expect(frame.rawPayload.length).toBeGreaterThan(512);
  expect((await get(`/dicom-web/studies/${mine}/series/${series}/instances/${image}?accept=application/dicom`)).headers['content-disposition']).toContain('attachment');
});

test('a search finds the granted study only', async () => {
  const studies = (await get('/dicom-web/studies?PatientName=*')).json();
  expect(studies).toHaveLength(1);
  expect(studies[0]['0020000D'].Value).toEqual([mine]);
});

test('another study, a climb to it and unknown resources are the same 404, and never asked for', async () => {
  for (const url of [`/dicom-web/studies/${foreign}/metadata`, `/dicom-web/studies/${mine}/..%2f${foreign}/metadata`, `/dicom-web/studies/${mine}/%2e%2e/${foreign}/metadata`, `/dicom-web/studies/${mine}/../../system`, `/dicom-web/studies/${mine}/attachments/x`, `/dicom-web/studies/${mine}/series/`]) {
    expect((await get(url)).statusCode).toBe(404);
  }
  expect(asked).toEqual([]);
});

test('without a right nothing is asked for', async () => {
  expect((await get(`/dicom-web/studies/${mine}/metadata`, {})).statusCode).toBe(404);
  expect((await get('/dicom-web/studies', {})).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

test('the reader’s cookie stays here', async () => {
  await get(`/dicom-web/studies/${mine}/series`);
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked[0]?.headers)).not.toContain(token);
});
