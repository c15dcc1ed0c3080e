import type { Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { and, eq } from 'drizzle-orm';
import { accounts, answers, auditRecords, caseEvents } from '@konsil/server-domain/schema';
import { dayMs, later, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { withOtherTransaction } from '../support/other-transaction.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { dayAndTime } from '@konsil/server-domain/names/moments';
import { eraseAccount } from '@konsil/server-privacy/erase-account';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const times = [3, 4].map((days) => later(new Date(), days * dayMs).toISOString());
const accept = (id: string, starts_at = times[0], who = patient) =>
  requestsAs(house.app, who).post(`/api/answers/${id}/appointment`, { starts_at });
const cancel = (id: string, who = patient) => requestsAs(house.app, who).delete(`/api/answers/${id}/appointment`);
const codeOf = async (call: ReturnType<typeof cancel>) => (await call).json<ProblemBody>().code;
const propose = async (conversation: Conversation) =>
  bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'schedule_appointment',
      { appointments: times, appointment_place: 'Praxis am Dom', deadline: '2099-01-31' },
      'book_appointment',
    ),
    201,
  );
const agreed = async (): Promise<{ conversation: Conversation; given: Answer }> => {
  const conversation = await sentCase(house, { patient, doctor });
  const given = await propose(conversation);
  return { conversation, given: bodyOf<Answer>(await accept(given.id)) };
};

test("a patient's cancellation notifies the doctor and returns the case", async () => {
  const { conversation, given } = await agreed();
  const before = await pageOf(house, conversation);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${conversation.caseId}/archive`, {}));
  const cancelled = bodyOf<Answer>(await cancel(given.id));
  expect(cancelled.appointment).toEqual({
    proposed: times,
    accepted: times[0],
    place: 'Praxis am Dom',
    cancelled: { at: expect.any(String), by: 'patient' },
  });
  const page = await pageOf(house, conversation);
  expect(page).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
    archived_at: null,
    version: before.version + 1,
  });
  expect(page.timeline.at(-1)).toMatchObject({
    kind: 'appointment_cancelled',
    ref_id: given.id,
    by: { role: 'patient' },
  });
  const letter = (await house.outbox(doctor.email))[0];
  expect(letter?.subject).toBe('Ein Termin, der bei Konsil vereinbart war, wurde abgesagt');
  expect(letter?.text).not.toMatch(/Schilddrüse|Knoten|Praxis am Dom/);
  const again = await propose(conversation);
  expect(bodyOf<Answer>(await accept(again.id)).appointment).toMatchObject({ accepted: times[0], cancelled: null });
});

test("a doctor's cancellation notifies the patient and restores the case", async () => {
  const { conversation, given } = await agreed();
  for (const step of ['close', 'archive'])
    bodyOf(await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/${step}`, {}));
  expect(bodyOf<Answer>(await cancel(given.id, doctor)).appointment?.cancelled).toMatchObject({ by: 'doctor' });
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    archived_at: null,
  });
  expect((await house.outbox(patient.email))[0]?.subject).toBe(
    'Ein Termin, der bei Konsil vereinbart war, wurde abgesagt',
  );
});

test('cancelling twice changes nothing more; the proposed times are void', async () => {
  const { conversation, given } = await agreed();
  const first = bodyOf<Answer>(await cancel(given.id));
  const { version } = await pageOf(house, conversation);
  const letters = (await house.outbox(patient.email)).length;
  for (const who of [patient, doctor]) expect(bodyOf<Answer>(await cancel(given.id, who))).toEqual(first);
  expect((await pageOf(house, conversation)).version).toBe(version);
  expect(await house.outbox(patient.email)).toHaveLength(letters);
  for (const time of times) expect((await accept(given.id, time)).json<ProblemBody>().code).toBe('not_allowed_now');
  expect(
    await house.kernel.db.$count(
      caseEvents,
      and(eq(caseEvents.caseId, conversation.caseId), eq(caseEvents.kind, 'appointment_cancelled')),
    ),
  ).toBe(1);
});

test('an appointment not accepted, or begun, cannot be cancelled', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const given = await propose(conversation);
  expect(await codeOf(cancel(given.id))).toBe('not_allowed_now');
  bodyOf(await accept(given.id));
  await house.kernel.db
    .update(answers)
    .set({ appointmentAccepted: later(new Date(), -minuteMs) })
    .where(eq(answers.id, given.id));
  for (const who of [patient, doctor]) expect(await codeOf(cancel(given.id, who))).toBe('not_allowed_now');
});

const withdraw = async ({ caseId }: Conversation) => {
  const given = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).find(
    ({ case_id }) => case_id === caseId,
  );
  return bodyOf<Consent>(await requestsAs(house.app, patient).post(`/account/consents/${given?.id}/withdraw`));
};

test('withdrawing the consent ends the appointment, and tells the doctor only its time', async () => {
  const { conversation, given } = await agreed();
  await house.kernel.db
    .update(accounts)
    .set({ settings: { notify_email: 'none' } })
    .where(eq(accounts.id, doctor.accountId));
  for (let twice = 0; twice < 2; twice += 1) await withdraw(conversation);
  const page = await pageOf(house, conversation, patient);
  expect(page).toMatchObject({
    status: 'answered',
    turn: 'none',
    shared: false,
    answers: [{ appointment: { accepted: times[0], cancelled: { by: 'patient' } } }],
  });
  expect(page.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['consent_withdrawn', 'appointment_cancelled']);
  const [letter, before] = await house.outbox(doctor.email);
  expect(letter?.subject).toBe('Ein Termin, der bei Konsil vereinbart war, wurde abgesagt');
  expect(letter?.text).toContain(dayAndTime(new Date(times[0] ?? ''), 'de'));
  expect(letter?.text).not.toMatch(/Schilddrüse|Knoten|Praxis am Dom|Adler|https?:/);
  expect(before?.subject).not.toBe(letter?.subject);
  expect(bodyOf<Answer>(await cancel(given.id)).appointment?.cancelled).toEqual(
    page.answers[0]?.appointment?.cancelled,
  );
  await house.kernel.db.update(accounts).set({ settings: {} }).where(eq(accounts.id, doctor.accountId));
});

test('erasing the account ends later appointments, and tells the doctor only the time', async () => {
  const leaving = await signUpPatient(house);
  const conversation = await sentCase(house, { patient: leaving, doctor });
  const given = await propose(conversation);
  bodyOf(await accept(given.id, times[0], leaving));
  const [beforehand] = await house.outbox(doctor.email);
  await eraseAccount(house.kernel, leaving.accountId, () => true);
  const [letter, before] = await house.outbox(doctor.email);
  expect(before).toEqual(beforehand);
  expect(letter?.subject).toBe('Ein Termin, der bei Konsil vereinbart war, wurde abgesagt');
  expect(letter?.text).toContain(dayAndTime(new Date(times[0] ?? ''), 'de'));
  expect(letter?.text).not.toMatch(/Schilddrüse|Knoten|Praxis am Dom|Adler|https?:/);
});

test('erasing an account notifies no doctor of past or cancelled appointments', async () => {
  const leaving = await signUpPatient(house);
  const over = await propose(await sentCase(house, { patient: leaving, doctor }));
  bodyOf(await accept(over.id, times[0], leaving));
  await house.kernel.db
    .update(answers)
    .set({ appointmentAccepted: later(new Date(), -minuteMs) })
    .where(eq(answers.id, over.id));
  const cancelled = await propose(await sentCase(house, { patient: leaving, doctor }));
  bodyOf(await accept(cancelled.id, times[0], leaving));
  bodyOf(await cancel(cancelled.id, leaving));
  const letters = (await house.outbox(doctor.email)).length;
  await eraseAccount(house.kernel, leaving.accountId, () => true);
  expect(await house.outbox(doctor.email)).toHaveLength(letters);
});

test('changing answers and cancelling concurrently does not deadlock', async () => {
  const { conversation, given } = await agreed();
  await withOtherTransaction(house, async (other) => {
    await other.query('select 1 from cases where id = $1 for no key update', [conversation.caseId]);
    const call = cancel(given.id, doctor);
    await other.untilSomeoneWaits();
    await other.query('update answers set read_at = now() where id = $1', [given.id]);
    await other.commit();
    expect((await call).statusCode).toBe(200);
  });
});

test('a withdrawn consent leaves an appointment that has begun', async () => {
  const { conversation, given } = await agreed();
  await house.kernel.db
    .update(answers)
    .set({ appointmentAccepted: later(new Date(), -minuteMs) })
    .where(eq(answers.id, given.id));
  const letters = (await house.outbox(doctor.email)).length;
  await withdraw(conversation);
  expect((await pageOf(house, conversation, patient)).answers[0]?.appointment?.cancelled).toBeNull();
  expect(await house.outbox(doctor.email)).toHaveLength(letters);
});

test('a hand-over does not keep the appointment with the previous doctor', async () => {
  const handed = await agreed();
  await addLetter(house, handed.conversation);
  bodyOf(await send(house, handed.conversation), 201);
  const successor = await inviteDoctor(house);
  bodyOf(
    await answer(house, handed.conversation, 'recommendation_different_physician', {
      recommended_doctor_id: successor.accountId,
    }),
    201,
  );
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/process/${handed.conversation.caseId}/handover`, {
      doctor: successor.accountId,
      consent: true,
    }),
  );
  expect((await pageOf(house, handed.conversation, patient)).answers[0]?.appointment?.cancelled).toMatchObject({
    by: 'patient',
  });
  expect((await house.outbox(doctor.email))[0]?.subject).toBe(
    'Ein Termin, der bei Konsil vereinbart war, wurde abgesagt',
  );
  expect((await cancel(handed.given.id, doctor)).statusCode).toBe(404);
});

test('cancelling after a newer request or answer does not change whose turn it is', async () => {
  const sentAgain = await agreed();
  await addLetter(house, sentAgain.conversation);
  bodyOf(await send(house, sentAgain.conversation), 201);
  const { answer_due_on } = await pageOf(house, sentAgain.conversation);
  bodyOf(await cancel(sentAgain.given.id));
  expect(await pageOf(house, sentAgain.conversation)).toMatchObject({ status: 'with_doctor', answer_due_on });

  const asked = await agreed();
  await addLetter(house, asked.conversation);
  bodyOf(await send(house, asked.conversation), 201);
  bodyOf(
    await answer(house, asked.conversation, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'),
    201,
  );
  bodyOf(await cancel(asked.given.id, doctor));
  expect(await pageOf(house, asked.conversation, patient)).toMatchObject({
    status: 'with_patient',
    turn: 'patient',
    open_todos: 1,
  });

  const answered = await agreed();
  await addLetter(house, answered.conversation);
  bodyOf(await send(house, answered.conversation), 201);
  await answerFinally(house, answered.conversation);
  bodyOf(await cancel(answered.given.id));
  expect(await pageOf(house, answered.conversation)).toMatchObject({ status: 'with_doctor', turn: 'doctor' });
});

test('the access log records cancellations and refused attempts', async () => {
  const { conversation, given } = await agreed();
  const stranger = await inviteDoctor(house);
  expect((await cancel(given.id, stranger)).statusCode).toBe(404);
  expect((await cancel(given.id, await signUpPatient(house))).statusCode).toBe(404);
  bodyOf(await cancel(given.id, doctor));
  const kept = (actorId: string, result: 'allowed' | 'denied') =>
    house.kernel.db.$count(
      auditRecords,
      and(
        eq(auditRecords.caseId, conversation.caseId),
        eq(auditRecords.actorId, actorId),
        eq(auditRecords.action, 'appointment.cancel'),
        eq(auditRecords.result, result),
      ),
    );
  expect(await Promise.all([kept(stranger.accountId, 'denied'), kept(doctor.accountId, 'allowed')])).toEqual([1, 1]);
});

test('the calendar file of a cancelled appointment removes it', async () => {
  const { given } = await agreed();
  const file = async () => (await requestsAs(house.app, patient).get(`/api/answers/${given.id}/appointment.ics`)).body;
  expect(await file()).not.toMatch(/STATUS|SEQUENCE:[1-9]/);
  bodyOf(await cancel(given.id, doctor));
  expect(await file()).toMatch(new RegExp(`UID:${given.id}@konsil\\r\\nSEQUENCE:1\\r\\n[^]*STATUS:CANCELLED\\r\\n`));
});
