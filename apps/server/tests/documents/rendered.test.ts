import { parseDicom } from 'dicom-parser';
import sharp from 'sharp';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, type Person } from '../support/people.ts';
import { untilServed } from '../support/until-served.ts';
import { details, headersOf, uploadOne } from '../support/upload.ts';

let house: TestApp;
let ours: Conversation;
let theirs: Conversation;
let ct: Buffer;
const uids = (bytes: Buffer) => {
  const found = parseDicom(bytes, { untilTag: 'x0020000e' });
  const uid = (tag: string) => found.string(tag) ?? '';
  return `/studies/${uid('x0020000d')}/series/${uid('x0020000e')}/instances/${uid('x00080018')}`;
};
beforeAll(async () => {
  house = await testApp();
  [ours, theirs] = [await sentCase(house), await sentCase(house)];
  ct = await fixture('CT_small.dcm');
  for (const [name, bytes] of [
    ['ct.dcm', ct],
    ['film.dcm', await fixture('SC_rgb_rle_2frame.dcm')],
  ] as const) {
    const { documentId } = await uploadOne(house.app, ours.patient, ours.caseId, name, bytes);
    bodyOf(await requestsAs(house.app, ours.patient).post(`/api/metadata/${documentId}`, details()));
  }
  bodyOf(await send(house, ours), 201);
});

const get = (path: string, person: Person = ours.doctor) =>
  untilServed(() =>
    house.app.inject({ url: `/fhir/ServiceRequest/${ours.caseId}/dicomweb${path}`, headers: headersOf(person) }),
  );
const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return [format, width, height];
};

test('a rendered image has every pixel, in the window that was asked for', async () => {
  const answer = await get(`${uids(ct)}/rendered?window=40,400,linear&quality=100`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
  const { data, info } = await sharp(answer.rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([128, 128]);
  const file = parseDicom(ct);
  const start = file.elements['x7fe00010']?.dataOffset ?? 0;
  const [slope, intercept] = ['x00281053', 'x00281052'].map((tag) => Number(file.string(tag)));
  // PS3.3 C.11.2.1.2.1, calculated by hand.
  const expected = Array.from({ length: 128 * 128 }, (_, at) => {
    const value = ct.readInt16LE(start + 2 * at) * (slope ?? 1) + (intercept ?? 0);
    return Math.min(255, Math.max(0, ((value - 39.5) / 399 + 0.5) * 255));
  });
  const worst = expected.reduce((most, shade, at) => Math.max(most, Math.abs(shade - (data[at] ?? 0))), 0);
  expect(worst).toBeLessThan(4);
  expect(new Set(expected.map(Math.round)).size).toBeGreaterThan(50);
});

test('a picture fits into the viewport, and a thumbnail into its own', async () => {
  expect(await sizeOf((await get(`${uids(ct)}/rendered?viewport=64,200`)).rawPayload)).toEqual(['jpeg', 64, 64]);
  expect(await sizeOf((await get(`${uids(ct)}/thumbnail`)).rawPayload)).toEqual(['jpeg', 256, 256]);
  const [small, large] = await Promise.all([10, 100].map((quality) => get(`${uids(ct)}/rendered?quality=${quality}`)));
  expect(small?.rawPayload.length).toBeLessThan(large?.rawPayload.length ?? 0);
});

test('a multi-frame image needs the number of a frame', async () => {
  const film = uids(await fixture('SC_rgb_rle_2frame.dcm'));
  const whole = await get(`${film}/rendered`);
  expect([whole.statusCode, whole.json()]).toMatchObject([406, { issue: [{ code: 'not-supported' }] }]);
  const [first, second] = await Promise.all([1, 2].map((frame) => get(`${film}/frames/${frame}/rendered`)));
  expect(await sizeOf(first?.rawPayload ?? Buffer.alloc(0))).toEqual(['jpeg', 100, 100]);
  expect(first?.rawPayload.equals(second?.rawPayload ?? Buffer.alloc(0))).toBe(false);
  for (const frames of ['3', '0', '1,2', 'x'])
    expect((await get(`${film}/frames/${frames}/rendered`)).statusCode).toBe(404);
  expect((await get(`${film}/thumbnail`)).statusCode).toBe(200);
});

test('an image that cannot be rendered as declared is refused with the reason', async () => {
  // Displaying the image needs a table that the file does not have.
  const strange = writeDicom(
    imageElements(
      ['00080018', 'UI', '1.2.3.9'],
      ['00280004', 'CS', 'PALETTE COLOR'],
      ['00100010', 'PN', 'Adler^Miriam'],
    ),
  );
  const { documentId } = await uploadOne(house.app, ours.patient, ours.caseId, 'x.dcm', strange);
  bodyOf(await requestsAs(house.app, ours.patient).post(`/api/metadata/${documentId}`, details()));
  const answer = await get(`${uids(strange)}/rendered`, ours.patient);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    406,
    { issue: [{ details: { text: expect.stringMatching(/cannot be drawn|nicht so darstellen/) } }] },
  ]);
});

test.each([
  'window=40,400',
  'window=40,0,linear',
  'window=a,b,linear',
  'viewport=0,10',
  'viewport=9999,9999',
  'viewport=10,10,0,0,5,5',
  'quality=0',
  'annotation=patient',
  'window=1,2,linear&window=3,4,linear',
])('refuses %s instead of ignoring it', async (query) => {
  expect((await get(`${uids(ct)}/rendered?${query}`)).statusCode).toBe(400);
});

test('a foreign case has no pictures, and each reading is in the access log', async () => {
  for (const path of ['rendered', 'frames/1/rendered', 'thumbnail'])
    for (const stranger of [theirs.patient, theirs.doctor])
      expect((await get(`${uids(ct)}/${path}`, stranger)).statusCode).toBe(404);
  const { items } = bodyOf<{ items: { action: string }[] }>(
    await requestsAs(house.app, ours.patient).get(`/api/audit/${ours.patientId}`),
  );
  expect(items.map(({ action }) => action)).toContain('document.view_images');
});
