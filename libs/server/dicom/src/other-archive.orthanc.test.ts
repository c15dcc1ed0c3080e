import Fastify, { type FastifyInstance } from 'fastify';
import { serveDicomWeb } from './web/dicomweb.routes.ts';
import { OtherArchive } from './web/other-archive.ts';
import { fixture } from './testing/fixtures.ts';
import { FixtureStudies } from './testing/fixture-studies.ts';
import { hasOrthanc, startOrthanc, type Orthanc } from './testing/orthanc.ts';

const mine = '1.3.6.1.4.1.5962.1.2.1.20040119072730.12322';
const foreign = '1.3.6.1.4.1.5962.1.2.4.20040826185059.5457';
const token = 'a-token-of-the-first-reader';

// Without Orthanc, other-archive.test.ts tests with our own DICOMweb instead.
(hasOrthanc ? describe : describe.skip)('in front of a real Orthanc', () => {
  let orthanc: Orthanc;
  let proxy: FastifyInstance;
  let rights: FixtureStudies;
  let archive: OtherArchive;
  beforeAll(async () => {
    orthanc = await startOrthanc();
    for (const name of ['CT_small.dcm', 'MR_small_jp2klossless.dcm']) await orthanc.add(fixture(name));
    rights = new FixtureStudies();
    await rights.add('a', fixture('CT_small.dcm'));
    rights.grant(token, { studyUid: mine, documentId: 'a' });
    archive = new OtherArchive(orthanc.url);
    proxy = Fastify();
    serveDicomWeb(proxy, { source: rights, archive: archive, notFound: (reply) => reply.status(404).send() });
  });
  afterAll(async () => {
    await proxy.close();
    await orthanc.stop();
  });
  const get = (path: string) =>
    proxy.inject({
      url: `/dicom-web/studies${path}`,
      headers: {
        cookie: `konsil_study_x=${token}`,
        accept: 'multipart/related; type=application/octet-stream; transfer-syntax=*',
      },
    });
  const json = async (path: string) =>
    JSON.parse(
      (
        await proxy.inject({
          url: `/dicom-web/studies${path}`,
          headers: { cookie: `konsil_study_x=${token}`, accept: 'application/dicom+json' },
        })
      ).body,
    );

  test('reads the granted study, down to the reference pixels', async () => {
    expect((await json('')).map((study: Record<string, { Value: string[] }>) => study['0020000D']?.Value[0])).toEqual([
      mine,
    ]);
    const [image] = await json(`/${mine}/metadata`);
    const [series, instance] = ['0020000E', '00080018'].map((tag) => image[tag].Value[0]);
    const { rawPayload } = await get(`/${mine}/series/${series}/instances/${instance}/frames/1`);
    const start = rawPayload.indexOf('\r\n\r\n') + 4;
    const values = new Int16Array(new Uint8Array(rawPayload.subarray(start, start + 128 * 128 * 2)).buffer);
    expect(values.reduce((total, value) => total + value, 0)).toBe(14_826_310);
  });

  test("prefers the archive's copy of an image that both have", async () => {
    const images = await archive.describe(mine, await rights.instances({ studyUid: mine, documentId: 'a' }));
    expect(images).toEqual([expect.objectContaining({ archived: true })]);
  });

  test("hides the archive's other studies from the reader", async () => {
    expect((await get(`/${foreign}/metadata`)).statusCode).toBe(404);
    expect((await get(`/${mine}/../${foreign}/metadata`)).statusCode).toBe(404);
  });
});
