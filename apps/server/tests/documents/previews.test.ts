import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { Document, FileLocation } from '@konsil/contracts/documents';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { documents, events, sessions } from '@konsil/server-domain/schema';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { requestsAs, signIn, signInAgain, type Person } from '../support/people.ts';
import { waitUntil } from '@konsil/server-testing/until';
import { storeOldViewSums } from '@konsil/server-documents/delivery/view-sums';
import { aCase, type TestCase } from '../support/a-case.ts';
import { aLetter, aPdfOf, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { aSlowPdf } from '@konsil/server-documents/testing/hostile';
import { headersOf, multipartOf, uploadOne } from '../support/upload.ts';

let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

const shown = async (person: Person, id: string) =>
  (await requestsAs(house.app, person).get(`/api/documents/${id}`)).json<Document>();
const toldOf = async (id: string) =>
  (await house.kernel.db.select().from(events).where(sql`${events.payload}->>'ref_id' = ${id}`).orderBy(events.id)).map(
    ({ payload }) => payload.type,
  );
const waitForPreviews = async (person: Person, id: string): Promise<Document> => {
  await waitUntil(async () => Boolean((await shown(person, id)).preview_url));
  return shown(person, id);
};

test.each([
  ['letter.pdf', () => aLetter(['Arztbrief'])],
  ['foto.jpg', () => aPhotoWithPosition(333, 222)],
  ['ct.dcm', () => fixture('CT_small.dcm')],
])('a preview of %s is made automatically, and needs session and access', async (name, make) => {
  const own = await aCase(house, theCase);
  const { documentId } = await uploadOne(house.app, own.patient, own.id, name, await make());
  const session = await signInAgain(house.app, own.patient);
  const { preview_url } = await waitForPreviews(session, documentId);
  const address = new URL(preview_url ?? '').pathname;
  const picture = await house.app.inject({ url: address });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await sharp(picture.rawPayload).metadata()).width).toBeLessThanOrEqual(512);
  const later = await shown(session, documentId);
  expect([later.preview_url, later.preview_coming]).toEqual([preview_url, undefined]);
  // On a busy machine a file is read later, which is told, too.
  expect([...new Set(await toldOf(documentId))]).toEqual(['document', 'document_prepared']);
  expect((await house.app.inject({ url: `${address.slice(0, -3)}AAA` })).statusCode).toBe(404);
  await house.kernel.db
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(eq(sessions.accountId, own.patient.accountId));
  expect((await house.app.inject({ url: address })).statusCode).toBe(404);
  theCase.patient = own.patient = { ...own.patient, ...(await signIn(house.app, own.patient.email)) };
});

test('previews wait a while during uploads; an opened photo or scan comes first', async () => {
  const row = async (id: string) => (await house.kernel.db.select().from(documents).where(eq(documents.id, id)))[0];
  const { payload, contentType } = multipartOf([{ name: 'langsam.pdf', bytes: aPdfOf(720) }]);
  const coming = new PassThrough();
  coming.write(payload.subarray(0, 400));
  house.clock.stop();
  const sent = house.app.inject({
    method: 'POST',
    url: `/api/individualdocument/post/${theCase.id}`,
    payload: coming,
    headers: { ...headersOf(theCase.patient), 'content-type': contentType },
  });
  const letter = await uploadOne(house.app, theCase.patient, theCase.id, 'wartet.pdf', await aLetter(['Wartet']));
  const photo = await uploadOne(house.app, theCase.patient, theCase.id, 'eilig.jpg', await aPhotoWithPosition(31, 32));
  expect(
    (await requestsAs(house.app, theCase.patient).get(`/api/individualdocument/get/${photo.documentId}`)).json(),
  ).toMatchObject({ documentId: photo.documentId });
  const scan = await uploadOne(house.app, theCase.patient, theCase.id, 'ct.dcm', await fixture('CT_small.dcm'));
  await requestsAs(house.app, theCase.patient).get(`/api/individualdocument/get/${scan.documentId}`);
  expect(await waitForPreviews(theCase.patient, scan.documentId)).toMatchObject({ preview_url: expect.any(String) });
  expect(await row(letter.documentId)).toMatchObject({ prepareAttempts: 0, preparedAt: null });
  house.clock.advance(minuteMs);
  expect(await waitForPreviews(theCase.patient, letter.documentId)).toMatchObject({ preview_url: expect.any(String) });
  house.clock.goOn();
  coming.end(payload.subarray(400));
  expect((await sent).statusCode).toBe(201);
});

test('a slow PDF is accepted at once; its page count follows', async () => {
  const own = await aCase(house, theCase);
  const { documentId, document } = await uploadOne(
    house.app,
    own.patient,
    own.id,
    'Arztbrief 2026-09-14.pdf',
    aSlowPdf(14),
  );
  expect(document).toMatchObject({ being_read: true, guess: { medical_kind_code: 'letter' } });
  expect([document.pages, document.unopened]).toEqual([undefined, undefined]);
  await waitUntil(async () => !(await shown(own.patient, documentId)).being_read);
  expect(await shown(own.patient, documentId)).toMatchObject({
    pages: 1,
    guess: { medical_kind_code: 'letter', issue_date: '2026-09-14' },
  });
  expect((await toldOf(documentId)).slice(0, 2)).toEqual(['document', 'document']);
});

describe('Size and checksum', () => {
  const sumOf = (bytes: Buffer) => ({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  const locate = async (person: Person, id: string) =>
    (await requestsAs(house.app, person).get(`/api/individualdocument/get/${id}`)).json<FileLocation>();
  const fetched = async (address: string) =>
    sumOf((await house.app.inject({ url: new URL(address).pathname })).rawPayload);

  test('of a photo are given for original and copy, matching the served bytes', async () => {
    const bytes = await aPhotoWithPosition(321, 123);
    const { documentId, document } = await uploadOne(house.app, theCase.patient, theCase.id, 'foto.jpg', bytes);
    expect(document).toMatchObject(sumOf(bytes));
    const location = await locate(theCase.patient, documentId);
    expect(location).toMatchObject({ view: await fetched(location.Filelocation), kept: sumOf(bytes) });
    expect(await shown(theCase.patient, documentId)).toMatchObject({ ...sumOf(bytes), view: location.view });
    expect(location.view).not.toEqual(location.kept);
  });

  test('of a PDF are those of the file', async () => {
    const bytes = await aLetter(['Prüfsumme']);
    const { documentId, document } = await uploadOne(house.app, theCase.patient, theCase.id, 'brief.pdf', bytes);
    expect(await locate(theCase.patient, documentId)).toMatchObject({ view: sumOf(bytes), kept: sumOf(bytes) });
    expect(document.view).toBeUndefined();
  });

  test('of older copies are computed on request or in the background', async () => {
    const { documentId } = await uploadOne(
      house.app,
      theCase.patient,
      theCase.id,
      'alt.jpg',
      await aPhotoWithPosition(322, 124),
    );
    await waitForPreviews(theCase.patient, documentId);
    const forget = () =>
      house.kernel.db.update(documents).set({ viewSize: null, viewSha256: null }).where(eq(documents.id, documentId));
    await forget();
    expect((await shown(theCase.patient, documentId)).view).toBeUndefined();
    const location = await locate(theCase.patient, documentId);
    expect(location.view).toEqual(await fetched(location.Filelocation));
    await forget();
    await storeOldViewSums(house.kernel);
    expect((await shown(theCase.patient, documentId)).view).toEqual(location.view);
  });
});

test('shows no preview if none can be rendered', async () => {
  const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'kaputt.pdf', aPdfOf(700));
  await waitUntil(async () => !(await shown(theCase.patient, documentId)).preview_coming);
  expect((await shown(theCase.patient, documentId)).preview_url).toBeNull();
});
