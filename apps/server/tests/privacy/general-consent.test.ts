import type { Dashboard } from '@konsil/contracts/cases';
import type { Message } from '@konsil/contracts/messages';
import type { Consent } from '@konsil/contracts/privacy';
import type { Answer } from '@konsil/contracts/requests';
import { eq } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';
import { eraseForOwner } from '@konsil/server-privacy/erasure';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
});

const consentsOf = async (person: Person): Promise<Consent[]> =>
  bodyOf(await requestsAs(house.app, person).get('/account/consents'));
const general = async (person: Person): Promise<Consent | undefined> =>
  (await consentsOf(person)).find(({ kind }) => kind === 'health_data');
const withdraw = async (person: Person) =>
  requestsAs(house.app, person).post(`/account/consents/${(await general(person))?.id}/withdraw`);
const accountOf = async (person: Person) =>
  bodyOf<{ consent_withdrawn_at: string | null; erasure_at: string | null }>(
    await requestsAs(house.app, person).get('/account/me'),
  );
const seenByDoctor = async ({ caseId }: Conversation, by = doctor) =>
  (await requestsAs(house.app, by).get(`/api/processoverview/${caseId}`)).statusCode;

/** A patient with two cases, one with an appointment in three days, and a draft. */
const aLife = async () => {
  const patient = await signUpPatient(house);
  const agreed = await sentCase(house, { patient, doctor });
  const time = later(house.clock.now(), 3 * dayMs).toISOString();
  const given = bodyOf<Answer>(
    await answer(
      house,
      agreed,
      'schedule_appointment',
      { appointments: [time], appointment_place: '', deadline: '2099-01-31' },
      'book_appointment',
    ),
    201,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/appointment`, { starts_at: time }));
  return {
    patient,
    agreed,
    other: await sentCase(house, { patient, doctor: await inviteDoctor(house), patientId: agreed.patientId }),
    draft: await newCase(house, { patient, doctor, patientId: agreed.patientId }),
  };
};
const endsSharing = async ({ patient, agreed, other }: Awaited<ReturnType<typeof aLife>>): Promise<void> => {
  expect([await seenByDoctor(agreed), await seenByDoctor(other, other.doctor)]).toEqual([404, 404]);
  const page = await pageOf(house, agreed, patient);
  expect(page).toMatchObject({ shared: false, answers: [{ appointment: { cancelled: { by: 'patient' } } }] });
  expect(page.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['consent_withdrawn', 'appointment_cancelled']);
  expect((await house.outbox(doctor.email))[0]?.subject).toBe(
    'Ein Termin, der bei Konsil vereinbart war, wurde abgesagt',
  );
  expect(
    (await consentsOf(patient))
      .filter(({ kind }) => kind === 'send_to_doctor')
      .map(({ withdrawn_at }) => withdrawn_at === null),
  ).toEqual([false, false]);
  const withdrawn = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.action, 'consent.withdraw'));
  expect(withdrawn.map(({ caseId }) => caseId)).toEqual(expect.arrayContaining([agreed.caseId, other.caseId]));
};

test('withdrawing the health data consent unshares everything and makes it read-only', async () => {
  const life = await aLife();
  const { patient, draft, agreed } = life;
  const mine = requestsAs(house.app, patient);
  expect(bodyOf<Consent>(await withdraw(patient)).withdrawn_at).not.toBeNull();
  await endsSharing(life);
  expect((await accountOf(patient)).consent_withdrawn_at).not.toBeNull();

  const refused = [
    await mine.post('/api/process', {
      case_name: 'Neu',
      patient: agreed.patientId,
      doctor: doctor.accountId,
      diagnosis: 'x',
      medical_history: 'y',
      questions: ['?'],
    }),
    await mine.post(`/api/messages/${agreed.caseId}`, { subject: 'Frage', message: 'Hallo' }),
    await mine.post(`/api/buttonaufgabe/patient/${draft.caseId}`, { consent: true, note: '' }),
    await mine.post(`/api/individualdocument/post/${draft.caseId}`),
  ];
  expect(refused.map((answered) => [answered.statusCode, answered.json().code])).toEqual(
    refused.map(() => [403, 'consent_withdrawn']),
  );
  expect((await mine.post(`/api/answers/${agreed.caseId}/read`)).statusCode).toBe(404);
  for (const url of [
    `/api/processoverview/${agreed.caseId}`,
    '/api/patientsoverview',
    `/api/audit/${agreed.patientId}`,
  ])
    expect((await mine.get(url)).statusCode).toBe(200);
  expect((await mine.post('/account/export', { current_password: password })).statusCode).toBe(200);
  bodyOf(await withdraw(patient));

  expect((await requestsAs(house.app, patient).post('/account/consents', { consent: false })).statusCode).toBe(422);
  const again = bodyOf<Consent>(await mine.post('/account/consents', { consent: true }), 201);
  expect(again).toMatchObject({ kind: 'health_data', withdrawn_at: null });
  expect((await mine.post('/account/consents', { consent: true })).json()).toMatchObject({ code: 'not_allowed_now' });
  expect((await accountOf(patient)).consent_withdrawn_at).toBeNull();
  await addLetter(house, draft);
  bodyOf(await mine.post(`/api/buttonaufgabe/patient/${draft.caseId}`, { consent: true, note: '' }), 201);
  expect([await seenByDoctor(draft), await seenByDoctor(agreed)]).toEqual([200, 404]);
  bodyOf(await withdraw(patient));
  expect(await seenByDoctor(draft)).toBe(404);
});

test('a message read without the consent counts as read, unchanged', async () => {
  const { patient, agreed } = await aLife();
  const mine = requestsAs(house.app, patient);
  const write = async (who: Person) =>
    bodyOf<Message>(
      await requestsAs(house.app, who).post(`/api/messages/${agreed.caseId}`, {
        subject: 'Blutwerte',
        message: 'Bitte nüchtern kommen.',
      }),
      201,
    );
  const [received, sent] = [await write(doctor), await write(patient)];
  bodyOf(await withdraw(patient));
  const unread = async () => bodyOf<Dashboard>(await mine.get('/account/dashboarddata')).unread_messages;
  expect(await unread()).toBe(1);
  expect(bodyOf<Message>(await mine.put(`/api/messages/${received.id}`, { read: true }))).toMatchObject({
    unread: false,
    read_at: expect.any(String),
  });
  expect(await unread()).toBe(0);
  for (const change of [{ message: 'Doch nicht.' }, { subject: 'Anderes', read: true }])
    expect((await mine.put(`/api/messages/${sent.id}`, change)).json()).toMatchObject({
      status: 403,
      code: 'consent_withdrawn',
    });
});

test('requesting the erasure unshares everything, also if cancelled later', async () => {
  const life = await aLife();
  const mine = requestsAs(house.app, life.patient);
  bodyOf(await mine.post('/account/erasure', { current_password: password }));
  await endsSharing(life);
  bodyOf(await mine.delete('/account/erasure'));
  expect(await seenByDoctor(life.agreed)).toBe(404);
  await newCase(house, { patient: life.patient, doctor, patientId: life.agreed.patientId });
});

test("the operator's erasure of an account unshares it, too", async () => {
  const life = await aLife();
  await eraseForOwner(house.kernel, life.patient.email, false);
  await endsSharing(life);
  expect((await house.outbox(life.patient.email))[0]?.text).toContain('sofort');
});

test('a consent records its wording and privacy notice', async () => {
  const patient = await signUpPatient(house);
  await sentCase(house, { patient, doctor });
  for (const { text_version } of await consentsOf(patient))
    expect(text_version).toMatch(/^\d{4}-\d{2}-\d{2}\/[0-9a-f]{12}$/);
  const elsewhere = await testApp({ OPERATOR_EMAIL: 'somebody-else@konsil.example' });
  const there = await signUpPatient(elsewhere);
  const [other] = bodyOf<Consent[]>(await requestsAs(elsewhere.app, there).get('/account/consents'));
  expect(other?.text_version).not.toBe((await general(patient))?.text_version);
});
