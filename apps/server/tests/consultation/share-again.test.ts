import type { CaseSummary } from '@konsil/contracts/cases';
import type { Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import { and, eq } from 'drizzle-orm';
import { auditRecords, caseEvents, cases } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { deactivateDoctor } from '@konsil/server-consultation/doctors/invitations';
import { answerDueOn } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const share = ({ caseId }: Conversation, who = patient, body: object = { consent: true }) =>
  requestsAs(house.app, who).post(`/api/process/${caseId}/share`, body);
const consentsOf = async ({ caseId }: Conversation) =>
  bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).filter(
    ({ case_id }) => case_id === caseId,
  );
const withdraw = async (conversation: Conversation) => {
  const [given] = await consentsOf(conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${given?.id}/withdraw`));
  expect((await requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`)).statusCode).toBe(404);
};

test('a new consent returns the unshared case to the doctor, without a new document', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const given = await answerFinally(house, conversation);
  await withdraw(conversation);
  expect((await send(house, conversation)).json<ProblemBody>().code).toBe('no_new_documents');
  const letters = (await house.outbox(doctor.email)).length;
  expect(bodyOf<CaseSummary>(await share(conversation))).toMatchObject({ status: 'answered', shared: true });
  const page = await pageOf(house, conversation);
  expect(page).toMatchObject({ shared: true, answers: [{ id: given.id }], requests: [{}], documents: [{}] });
  expect(page.timeline.at(-1)).toMatchObject({ kind: 'shared_again', by: { role: 'patient' } });
  expect((await consentsOf(conversation)).map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([true, false]);
  expect(
    await house.kernel.db.$count(
      auditRecords,
      and(eq(auditRecords.caseId, conversation.caseId), eq(auditRecords.action, 'consent.give')),
    ),
  ).toBe(2);
  const [letter, ...before] = await house.outbox(doctor.email);
  expect(before).toHaveLength(letters);
  expect(letter?.subject).toBe('Ein Fall ist bei Konsil wieder mit Ihnen geteilt');
  expect(letter?.text).not.toMatch(/Schilddrüse|Knoten|Möller/);
});

test('a re-shared case waits for the same side, for the doctor with a new due date', async () => {
  const waiting = await sentCase(house, { patient, doctor });
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${waiting.caseId}/archive`, {}));
  bodyOf(await requestsAs(house.app, doctor).post(`/api/patients/${waiting.patientId}/archive`, {}));
  await house.kernel.db
    .update(cases)
    .set({ lastRequestAt: new Date('2026-01-12T09:00:00Z'), answerDueOn: '2026-01-15' })
    .where(eq(cases.id, waiting.caseId));
  await withdraw(waiting);
  bodyOf(await share(waiting));
  expect(await pageOf(house, waiting)).toMatchObject({
    turn: 'doctor',
    answer_due_on: answerDueOn(house.clock.now(), 3),
    archived_at: null,
  });
  expect(
    bodyOf<{ items: { id: string }[] }>(await requestsAs(house.app, doctor).get('/api/patientsoverview')).items.map(
      ({ id }) => id,
    ),
  ).toContain(waiting.patientId);
  const asked = await sentCase(house, { patient, doctor });
  bodyOf(await answer(house, asked, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'), 201);
  await withdraw(asked);
  expect(bodyOf<CaseSummary>(await share(asked))).toMatchObject({
    status: 'with_patient',
    turn: 'patient',
    answer_due_on: null,
  });
});

test("requires the patient's consent, a sent case and an active doctor; idempotent", async () => {
  const conversation = await sentCase(house, { patient, doctor });
  await withdraw(conversation);
  for (const body of [{}, { consent: false }])
    expect((await share(conversation, patient, body)).json<ProblemBody>().errors).toMatchObject([
      { path: 'consent', code: 'consentMissing' },
    ]);
  expect((await share(conversation, doctor)).statusCode).toBe(404);
  for (const answered of await Promise.all([share(conversation), share(conversation)])) bodyOf(answered);
  expect(
    await house.kernel.db.$count(
      caseEvents,
      and(eq(caseEvents.caseId, conversation.caseId), eq(caseEvents.kind, 'shared_again')),
    ),
  ).toBe(1);
  expect(await consentsOf(conversation)).toHaveLength(2);
  expect((await share(await newCase(house, { patient, doctor }))).json<ProblemBody>().code).toBe('not_allowed_now');
  await withdraw(conversation);
  await deactivateDoctor(house.kernel, doctor.email);
  expect((await share(conversation)).json<ProblemBody>().code).toBe('doctor_unavailable');
});
