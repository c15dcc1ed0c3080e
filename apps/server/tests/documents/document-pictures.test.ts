import type { PictureSeries } from '@konsil/contracts/documents';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, newCase, type Conversation } from '../support/cases.ts';
import { requestsAs } from '../support/people.ts';
import { details, uploadOne } from '../support/upload.ts';

let house: TestApp;
let ours: Conversation;
beforeAll(async () => {
  house = await testApp();
  ours = await newCase(house);
});

const add = async (name: string, fixtureName = name): Promise<string> => {
  const { documentId } = await uploadOne(house.app, ours.patient, ours.caseId, name, await fixture(fixtureName));
  bodyOf(await requestsAs(house.app, ours.patient).post(`/api/metadata/${documentId}`, details()));
  return documentId;
};
const seriesOf = async (documentId: string) =>
  bodyOf<PictureSeries[]>(await requestsAs(house.app, ours.patient).get(`/api/documents/${documentId}/pictures`));
const rendered = ({ study_uid, series_uid }: PictureSeries, instance: string, frame: number) =>
  requestsAs(house.app, ours.patient).get(
    `/fhir/ServiceRequest/${ours.caseId}/dicomweb/studies/${study_uid}/series/${series_uid}/instances/${instance}/frames/${frame}/rendered?viewport=640%2C640&quality=70`,
  );

test('lists the images of an archive by series, and renders each by its name', async () => {
  const series = await seriesOf(await add('ct-series-7.zip'));
  expect(series.map(({ images }) => images.length)).toEqual([2, 5]);
  expect(new Set(series.flatMap(({ images }) => images.map(({ instance }) => instance))).size).toBe(7);
  for (const one of series)
    for (const { instance, frames } of one.images) {
      const drawn = await rendered(one, instance, frames);
      expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/jpeg']);
    }
});

test('lists every frame of an image, and only the images of this document', async () => {
  const [ct, frames] = [await add('CT_small.dcm'), await add('SC_rgb_rle_2frame.dcm')];
  expect((await seriesOf(frames)).map(({ images }) => images.map((image) => image.frames))).toEqual([[2]]);
  const [one, ...others] = await seriesOf(ct);
  expect([one?.modality, one?.images.length, others]).toEqual(['CT', 1, []]);
});

test('a document without images has no series', async () => {
  const { documentId } = await uploadOne(
    house.app,
    ours.patient,
    ours.caseId,
    'bericht.dcm',
    await fixture('tid1500-pydicom.dcm'),
  );
  expect(await seriesOf(documentId)).toEqual([]);
});

test('different images with the same numbers stay separate; copies count once', async () => {
  const named = (name: string) =>
    writeDicom(imageElements(['00080018', 'UI', '1.2.3.4.5'], ['00080060', 'CS', 'MR'], ['00100010', 'PN', name]));
  const addBytes = async (name: string, bytes: Buffer) =>
    (await uploadOne(house.app, ours.patient, ours.caseId, name, bytes)).documentId;
  const ids = [await addBytes('eins.dcm', named('Keil^Jan')), await addBytes('zwei.dcm', named('Weber^Anna'))];
  const names: (string | undefined)[] = [];
  for (const id of ids) {
    const [one] = await seriesOf(id);
    const [image] = one?.images ?? [];
    names.push(image?.instance);
    if (one && image) expect((await rendered(one, image.instance, 1)).statusCode).toBe(200);
  }
  expect(names).toEqual(['1.2.3.4.5', expect.stringMatching(new RegExp(`^1\\.2\\.3\\.4\\.5~${ids[1]}~`))]);
});
