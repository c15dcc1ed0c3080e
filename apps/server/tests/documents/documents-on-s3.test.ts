import type { Document, FileLocation } from '@konsil/contracts/documents';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { hasSwift, startSwift, type Swift } from '@konsil/server-storage/swift.testing';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { aCase, type TestCase } from '../support/a-case.ts';
import { aPdfOf, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { waitForPreviews } from '../support/stored-keys.ts';
import { upload, uploadOne } from '../support/upload.ts';
import { compareStorage } from '@konsil/server-documents/compare-storage';
import { checksOf } from '../../src/check/checks.ts';
import { runChecks } from '../../src/check/run-checks.ts';

if (!hasSwift)
  console.warn(
    'Documents on S3 are not tested: swift-proxy, swift-account, swift-container, swift-object and memcached are not installed.',
  );

(hasSwift ? describe : describe.skip)('with the files on a real S3 server', () => {
  let swift: Swift;
  let house: TestApp;
  let theCase: TestCase;
  beforeAll(async () => {
    swift = await startSwift();
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = await swift.newBucket();
    house = await testApp({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    theCase = await aCase(house);
  });
  afterAll(async () => {
    await house.close();
    await swift.stop();
  });

  test('konsil check writes, reads and deletes in the bucket, and reports a wrong key', async () => {
    const report = async (env = house.env) => {
      const lines: string[] = [];
      await runChecks(
        checksOf(env, house.kernel.connection).filter(({ name }) => name === 'storage'),
        (line) => lines.push(line),
      );
      return lines.join('\n').replace(/ +/g, ' ');
    };
    expect(await report()).toMatch(/^ok storage .* was written, read and deleted$/);
    expect(await report({ ...house.env, S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(/^FAILED storage S3 answered 403/);
    const keys = [];
    for await (const { key } of house.kernel.files.objects.list()) keys.push(key);
    expect(keys).toEqual([]);
  });

  test('documents are uploaded, read by range and previewed on S3, too', async () => {
    const bytes = aPdfOf(7_000_000);
    const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'gross.pdf', bytes);
    await uploadOne(house.app, theCase.patient, theCase.id, 'ct.zip', fixture('ct-series-7.zip'));
    const photo = await uploadOne(house.app, theCase.patient, theCase.id, 'foto.jpg', await aPhotoWithPosition());
    const patient = requestsAs(house.app, theCase.patient);
    const pathOf = async (id: string) =>
      new URL((await patient.get(`/api/individualdocument/get/${id}`)).json<FileLocation>().Filelocation).pathname;
    const whole = await house.app.inject({ url: await pathOf(documentId) });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const part = await house.app.inject({ url: await pathOf(documentId), headers: { range: 'bytes=3000000-3000099' } });
    expect([part.statusCode, part.rawPayload.equals(bytes.subarray(3_000_000, 3_000_100))]).toEqual([206, true]);
    expect((await house.app.inject({ url: await pathOf(photo.documentId) })).headers['content-type']).toBe(
      'image/jpeg',
    );
    await waitUntil(
      async () =>
        (await patient.get(`/api/documentsoverview/${theCase.id}`))
          .json<{ items: Document[] }>()
          .items.filter(({ preview_url }) => preview_url).length === 2,
    );
    await waitForPreviews(house);
    const { named, stored, differences } = await compareStorage(house.kernel);
    expect({ named, differences }).toEqual({ named: stored, differences: [] });
  });

  test('uploads are told to retry while S3 is down; everything else works', async () => {
    const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'da.pdf', aPdfOf(3000));
    await swift.stop();
    const refused = await upload(house.app, theCase.patient, theCase.id, [{ name: 'weg.pdf', bytes: aPdfOf(4000) }]);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ code: string }>().code]).toEqual([
      503,
      '10',
      'unavailable',
    ]);
    const patient = requestsAs(house.app, theCase.patient);
    expect((await patient.get(`/api/documentsoverview/${theCase.id}`)).json<{ total: number }>().total).toBe(4);
    const { Filelocation } = (await patient.get(`/api/individualdocument/get/${documentId}`)).json<FileLocation>();
    expect((await house.app.inject({ url: new URL(Filelocation).pathname })).statusCode).toBe(503);
  });
});
