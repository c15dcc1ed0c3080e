import type { DoctorPage, ListedDoctor } from '@konsil/contracts/doctors';
import type { RequestPreview } from '@konsil/contracts/requests';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, like } from 'drizzle-orm';
import sharp from 'sharp';
import { auditRecords, doctorPortraits } from '@konsil/server-domain/schema';
import { eraseDueAccounts } from '@konsil/server-privacy/erasure';
import { dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, newCase } from '../support/cases.ts';
import { aClinic } from '../support/clinics.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteAssistant, inviteDoctor, password, requestsAs, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const as = (who: Person) => requestsAs(house.app, who);
const aPicture = (background = '#24488f') =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: 'secret' } })
    .jpeg()
    .toBuffer()
    .then((bytes) => bytes.toString('base64'));
const put = (who: Person, picture: string) => as(who).put('/api/portrait', { picture });
const urlOf = (response: Parameters<typeof bodyOf>[0]) =>
  bodyOf<{ portrait_url: string | null }>(response).portrait_url ?? '';
/** As an `<img>` asks for it: without a session. */
const fetched = (url: string) => house.app.inject({ url });
const pageOf = async (id: string) => bodyOf<DoctorPage>(await as(patient).get(`/api/doctors/${id}`));

describe('A portrait', () => {
  test('is in the directory and on the page, resized and without metadata', async () => {
    const doctor = await inviteDoctor(house);
    expect((await pageOf(doctor.accountId)).portrait_url).toBeNull();
    const url = urlOf(await put(doctor, await aPicture()));
    expect((await pageOf(doctor.accountId)).portrait_url).toBe(url);
    const listed = bodyOf<ListedDoctor[]>(await as(patient).get('/api/doctors'));
    expect(listed.find(({ id }) => id === doctor.accountId)?.portrait_url).toBe(url);
    const { statusCode, headers, rawPayload } = await fetched(url);
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(rawPayload.includes('secret')).toBe(false);
    expect(rawPayload.length).toBeLessThan(20_000);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  });

  test('has a new URL after each change, and no URL after its removal', async () => {
    const doctor = await inviteDoctor(house);
    const first = urlOf(await put(doctor, await aPicture()));
    const second = urlOf(await put(doctor, await aPicture('#b4232a')));
    expect(second).not.toBe(first);
    expect([(await fetched(first)).statusCode, (await fetched(second)).statusCode]).toEqual([404, 200]);
    expect(urlOf(await as(doctor).get('/api/portrait'))).toBe(second);
    bodyOf(await as(doctor).delete('/api/portrait'));
    expect((await fetched(second)).statusCode).toBe(404);
    expect((await pageOf(doctor.accountId)).portrait_url).toBeNull();
  });

  test('must be a valid image of at most one megabyte', async () => {
    const doctor = await inviteDoctor(house);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64');
    const jpeg = await aPicture();
    for (const [picture, status] of [
      [svg, 422],
      [jpeg.slice(0, Math.floor(jpeg.length / 8) * 4), 422],
      ['not base64!', 422],
      ['', 422],
      ['A'.repeat(1_600_000), 413],
    ] as const)
      expect([picture.slice(0, 9), (await put(doctor, picture)).statusCode]).toEqual([picture.slice(0, 9), status]);
    expect(bodyOf(await as(doctor).get('/api/portrait'))).toEqual({ portrait_url: null });
  });

  test('can be changed only by its doctor, and cannot be opened by id', async () => {
    const [doctor, other] = [await inviteDoctor(house), await inviteDoctor(house)];
    const url = urlOf(await put(doctor, await aPicture()));
    bodyOf(await put(other, await aPicture('#b4232a')));
    bodyOf(await as(other).delete('/api/portrait'));
    expect(urlOf(await as(doctor).get('/api/portrait'))).toBe(url);
    const assistant = await inviteAssistant(house, doctor);
    for (const who of [patient, assistant]) {
      expect((await put(who, await aPicture())).statusCode).toBe(404);
      expect((await as(who).delete('/api/portrait')).statusCode).toBe(404);
      expect((await as(who).get('/api/portrait')).statusCode).toBe(404);
    }
    for (const id of [doctor.accountId, randomUUID(), 'x'])
      expect((await fetched(`/api/portraits/${id}`)).statusCode).toBe(404);
  });
});

test('the access log says who changed a portrait or a price line, without the content', async () => {
  const doctor = await inviteDoctor(house);
  const recorded = async () =>
    house.kernel.db
      .select({ action: auditRecords.action, detail: auditRecords.detail })
      .from(auditRecords)
      .where(and(eq(auditRecords.actorId, doctor.accountId), like(auditRecords.action, 'doctor.%')))
      .orderBy(asc(auditRecords.id));
  const entry = {
    first_name: 'Ruth',
    last_name: 'Ohlsen',
    title: '',
    specialty: 'Neurochirurgie',
    city: 'Bonn',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
  };
  const save = async (changes: object) => bodyOf(await as(doctor).put('/account/doctor', { ...entry, ...changes }));
  await save({});
  const before = (await recorded()).length;
  bodyOf(await as(doctor).delete('/api/portrait'));
  bodyOf(await put(doctor, await aPicture()));
  bodyOf(await as(doctor).delete('/api/portrait'));
  await save({ price_de: '140 €' });
  await save({ price_de: '140 €', city: 'Köln' });
  await save({ city: 'Köln' });
  await save({ price_en: '€140' });
  expect((await recorded()).slice(before)).toEqual(
    ['doctor.portrait', 'doctor.portrait_removed', 'doctor.price', 'doctor.price'].map((action) => ({
      action,
      detail: null,
    })),
  );
});

describe('The cost of an answer', () => {
  const entry = {
    title: 'Dr.',
    first_name: 'Ruth',
    last_name: 'Ohlsen',
    specialty: 'Neurochirurgie',
    city: 'Bonn',
    languages: ['de'],
    reply_days: 5,
    accepts_cases: true,
  };
  const own = { price_de: '140 €, mit Rechnung', price_en: '€140, with an invoice' };

  test('is shown on page, directory and send page; saving from an older client keeps it', async () => {
    const doctor = await inviteDoctor(house);
    bodyOf(await as(doctor).put('/account/doctor', { ...entry, ...own }));
    bodyOf(await as(doctor).put('/account/doctor', entry));
    expect(await pageOf(doctor.accountId)).toMatchObject(own);
    const listed = bodyOf<ListedDoctor[]>(await as(patient).get('/api/doctors'));
    expect(listed.find(({ id }) => id === doctor.accountId)).toMatchObject(own);
    const { patient: owner, caseId } = await newCase(house, { doctor });
    const preview = bodyOf<RequestPreview>(await as(owner).get(`/api/process/${caseId}/preview`));
    expect(preview.doctor).toMatchObject(own);
  });

  test('of a clinic is shown with its doctors', async () => {
    const doctor = await inviteDoctor(house);
    const operator = await signedInOperator(house, ['doctors']);
    const { id } = bodyOf<{ id: string }>(
      await atConsole(house, operator).post('/api/console/clinics', aClinic({ price_de: '90 €' })),
      201,
    );
    const membership = { doctor: doctor.accountId, site: null, belongs: true };
    bodyOf(await atConsole(house, operator).post(`/api/console/clinics/${id}/doctors`, membership));
    expect((await pageOf(doctor.accountId)).clinics).toEqual([
      { id, name: 'Klinikum am Stadtpark', site: null, price_de: '90 €' },
    ]);
    expect(bodyOf(await as(patient).get(`/api/clinics/${id}`))).toMatchObject({ price_de: '90 €', price_en: '' });
  });

  test('must be one short line', async () => {
    const doctor = await inviteDoctor(house);
    const refused = await as(doctor).put('/account/doctor', { ...entry, price_de: 'x'.repeat(141) });
    expect(refused.statusCode).toBe(422);
  });
});

// Last: the sessions above end.
test('a portrait is not shown once its doctor is leaving, and is erased with the account', async () => {
  const doctor = await inviteDoctor(house);
  const url = urlOf(await put(doctor, await aPicture()));
  expect((await fetched(url)).statusCode).toBe(200);
  bodyOf(await as(doctor).post('/account/erasure', { current_password: password }));
  expect((await fetched(url)).statusCode).toBe(404);
  const ofDoctor = eq(doctorPortraits.doctorId, doctor.accountId);
  expect(await house.kernel.db.$count(doctorPortraits, ofDoctor)).toBe(1);
  house.clock.advance(31 * dayMs);
  await eraseDueAccounts(house.kernel);
  expect(await house.kernel.db.$count(doctorPortraits, ofDoctor)).toBe(0);
});
