import { createHash } from 'node:crypto';
import { fixture } from '@konsil/server-dicom/testing/fixtures';
import { auditRecords } from '@konsil/server-domain/schema';
import { aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { eq } from 'drizzle-orm';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, type Person } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';
import { uploadOne } from '../support/upload.ts';

let house: TestApp;
let ours: Conversation;
let theirs: Conversation;
let photo: Buffer;
let series: Buffer;
beforeAll(async () => {
  house = await testApp();
  [ours, theirs] = [await sentCase(house), await sentCase(house)];
  photo = await aPhotoWithPosition();
  series = await fixture('ct-series-7.zip');
  await uploadOne(house.app, ours.patient, ours.caseId, 'foto.jpg', photo);
  await uploadOne(house.app, ours.patient, ours.caseId, 'reihe.zip', series);
});

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const ask = (person: Person, patientId: string, hashes: string[]) =>
  requestsAs(house.app, person).post(`/api/patients/${patientId}/known-files`, { sha256: hashes });

test('finds documents, and single images of a packed examination', async () => {
  const [, image] = [...(await unzip(series))].find(([name]) => !/dicomdir/i.test(name)) ?? [];
  const asked = [photo, image ?? Buffer.alloc(0), Buffer.from('neu')].map(sha256);
  const { known } = bodyOf<{ known: string[] }>(await ask(ours.patient, ours.patientId, [...asked, asked[0] ?? '']));
  expect(known).toEqual(asked.slice(0, 2));
});

test('finds archived documents, which stay as they are', async () => {
  const other = await aPhotoWithPosition();
  const { documentId } = await uploadOne(house.app, ours.patient, ours.caseId, 'a.jpg', other);
  const asked = [sha256(other)];
  const mine = requestsAs(house.app, ours.patient);
  await mine.delete(`/api/individualdocument/get/${documentId}`);
  expect(bodyOf(await ask(ours.patient, ours.patientId, asked))).toEqual({ known: asked });
});

test("reveals nothing about another person's files", async () => {
  expect(bodyOf(await ask(theirs.patient, theirs.patientId, [sha256(photo)]))).toEqual({ known: [] });
  for (const stranger of [theirs.patient, theirs.doctor, ours.doctor])
    expect((await ask(stranger, ours.patientId, [sha256(photo)])).statusCode).toBe(404);
});

test('records one reading in the access log, and accepts only checksums', async () => {
  const before = await house.kernel.db.$count(auditRecords, eq(auditRecords.chain, ours.patientId));
  bodyOf(await ask(ours.patient, ours.patientId, []));
  expect(await house.kernel.db.$count(auditRecords, eq(auditRecords.chain, ours.patientId))).toBe(before + 1);
  for (const hashes of [['x'], [sha256(photo).toUpperCase()], Array.from({ length: 501 }, () => sha256(photo))])
    expect((await ask(ours.patient, ours.patientId, hashes)).statusCode).toBe(422);
});
