import { PassThrough } from 'node:stream';
import type { Document } from '@konsil/contracts/documents';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { documents, events, sessions } from '../../db/schema';
import { fixture } from '../../imaging/testing/fixtures.ts';
import { secondMs } from '../../kernel/clock.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { as, signIn, signInAgain, type Person } from '../../testing/people.ts';
import { until } from '../../testing/until.ts';
import { aCase, type TestCase } from './testing/a-case.ts';
import { aLetter, aPdfOf, aPhotoWithPosition } from './testing/samples.ts';
import { headersOf, multipartOf, uploadOne } from './testing/upload.ts';

let house: TestApp;
let theCase: TestCase;
beforeAll(async () => {
  house = await testApp();
  theCase = await aCase(house);
});

const shown = async (person: Person, id: string) => (await as(house.app, person).get(`/api/documents/${id}`)).json<Document>();
const toldOf = async (id: string) =>
  (await house.kernel.db.select().from(events).where(sql`${events.payload}->>'ref_id' = ${id}`).orderBy(events.id)).map(({ payload }) => payload.type);
const untilPrepared = async (person: Person, id: string): Promise<Document> => {
  await until(async () => Boolean((await shown(person, id)).preview_url));
  return shown(person, id);
};

test.each([
  ['letter.pdf', () => aLetter(['Arztbrief'])],
  ['foto.jpg', () => aPhotoWithPosition(333, 222)],
  ['ct.dcm', () => fixture('CT_small.dcm')],
])('a preview of %s comes by itself, ends with the session, and needs the right', async (name, make) => {
  const own = await aCase(house, theCase);
  const { documentId } = await uploadOne(house.app, own.patient, own.id, name, await make());
  const session = await signInAgain(house.app, own.patient);
  const { preview_url } = await untilPrepared(session, documentId);
  const address = new URL(preview_url ?? '').pathname;
  const picture = await house.app.inject({ url: address });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
  expect((await sharp(picture.rawPayload).metadata()).width).toBeLessThanOrEqual(512);
  const later = await shown(session, documentId);
  expect([later.preview_url, later.preview_coming]).toEqual([preview_url, undefined]);
  expect(await toldOf(documentId)).toEqual(['document', 'document_prepared']);
  expect((await house.app.inject({ url: `${address.slice(0, -3)}AAA` })).statusCode).toBe(404);
  await house.kernel.db.update(sessions).set({ endedAt: new Date() }).where(eq(sessions.accountId, own.patient.accountId));
  expect((await house.app.inject({ url: address })).statusCode).toBe(404);
  theCase.patient = own.patient = { ...own.patient, ...(await signIn(house.app, own.patient.email)) };
});

test('a preview waits while files come in, but not for long; a photo that somebody opens comes first', async () => {
  const row = async (id: string) => (await house.kernel.db.select().from(documents).where(eq(documents.id, id)))[0];
  const { payload, contentType } = multipartOf([{ name: 'langsam.pdf', bytes: aPdfOf(720) }]);
  const coming = new PassThrough();
  coming.write(payload.subarray(0, 400));
  const sent = house.app.inject({ method: 'POST', url: `/api/individualdocument/post/${theCase.id}`, payload: coming, headers: { ...headersOf(theCase.patient), 'content-type': contentType } });
  const letter = await uploadOne(house.app, theCase.patient, theCase.id, 'wartet.pdf', await aLetter(['Wartet']));
  const photo = await uploadOne(house.app, theCase.patient, theCase.id, 'eilig.jpg', await aPhotoWithPosition(31, 32));
  expect((await as(house.app, theCase.patient).get(`/api/individualdocument/get/${photo.documentId}`)).json()).toMatchObject({ documentId: photo.documentId });
  expect(await row(letter.documentId)).toMatchObject({ prepareAttempts: 0, preparedAt: null });
  house.clock.advance(5 * secondMs);
  expect(await untilPrepared(theCase.patient, letter.documentId)).toMatchObject({ preview_url: expect.any(String) });
  coming.end(payload.subarray(400));
  expect((await sent).statusCode).toBe(201);
});

test('a preview is simply not there where none can be made', async () => {
  const { documentId } = await uploadOne(house.app, theCase.patient, theCase.id, 'kaputt.pdf', aPdfOf(700));
  await until(async () => !(await shown(theCase.patient, documentId)).preview_coming);
  expect((await shown(theCase.patient, documentId)).preview_url).toBeNull();
});
