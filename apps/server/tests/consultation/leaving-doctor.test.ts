import type { CaseSummary, Dashboard } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import type { AuditEntry } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, RequestPreview } from '@konsil/contracts/requests';
import { eq } from 'drizzle-orm';
import { accounts, answers } from '@konsil/server-domain/schema';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  newCase,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { requestsAs, inviteDoctor, linkToken, password, signUpPatient, type Person } from '../support/people.ts';
import { deactivateDoctor, inviteDoctor as invite } from '@konsil/server-consultation/doctors/invitations';
import { eraseAccount } from '@konsil/server-privacy/erase-account';

let house: TestApp;
let patient: Person;
let other: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, other] = [
    await signUpPatient(house),
    await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' }),
  ];
});

const at = later(new Date(), 3 * dayMs).toISOString();
const leave = ({ email }: Person) => deactivateDoctor(house.kernel, email);
const propose = async (conversation: Conversation) =>
  bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'schedule_appointment',
      { appointments: [at], deadline: '2099-01-31' },
      'book_appointment',
    ),
    201,
  );
const accept = ({ id }: Answer, who = patient) =>
  requestsAs(house.app, who).post(`/api/answers/${id}/appointment`, { starts_at: at });
const handOver = ({ caseId }: Conversation, to = other) =>
  requestsAs(house.app, patient).post(`/api/process/${caseId}/handover`, { doctor: to.accountId, consent: true });
const write = ({ caseId }: Conversation, who = patient) =>
  requestsAs(house.app, who).post(`/api/messages/${caseId}`, { subject: 'Frage', message: 'Noch da?' });
const subjectsTo = async ({ email }: Person) => (await house.outbox(email)).map(({ subject }) => subject);
const codeOf = async (call: ReturnType<typeof write>) => (await call).json<ProblemBody>().code;

test('a case whose doctor has left waits for the patient to choose another', async () => {
  const someone = await signUpPatient(house);
  const conversation = await sentCase(house, { patient: someone, doctor: await inviteDoctor(house) });
  bodyOf(await requestsAs(house.app, someone).post(`/api/process/${conversation.caseId}/archive`, {}));
  expect(await pageOf(house, conversation, someone)).toMatchObject({
    turn: 'doctor',
    doctor: { left: false },
    answer_due_on: expect.any(String),
  });
  expect(await leave(conversation.doctor)).toBe(1);
  expect(await pageOf(house, conversation, someone)).toMatchObject({
    status: 'with_doctor',
    turn: 'patient',
    doctor: { left: true, accepts_cases: false },
    answer_due_on: null,
    archived_at: null,
  });
  const { needs_me, case_counts } = bodyOf<Dashboard>(
    await requestsAs(house.app, someone).get('/account/dashboarddata'),
  );
  expect([needs_me.map(({ id }) => id), case_counts]).toMatchObject([
    [conversation.caseId],
    { needs_answer: 0, waiting_for_patient: 1 },
  ]);
  const waiting = bodyOf<{ items: CaseSummary[] }>(
    await requestsAs(house.app, someone).get('/api/process?view=waiting_for_patient'),
  );
  expect(waiting.items.map(({ id }) => id)).toEqual([conversation.caseId]);

  const handed = bodyOf<CaseSummary>(
    await requestsAs(house.app, someone).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: other.accountId,
      consent: true,
    }),
  );
  expect(handed).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    doctor: { id: other.accountId, left: false },
    answer_due_on: expect.any(String),
  });
  expect(await pageOf(house, conversation, other)).toMatchObject({ turn: 'doctor', new_documents: 1 });
});

test('the patients of a leaving doctor get one email for all cases, without health data', async () => {
  const [doctor, someone] = [await inviteDoctor(house), await signUpPatient(house)];
  for (let cases = 0; cases < 2; cases += 1) await sentCase(house, { patient: someone, doctor });
  await answerFinally(house, await sentCase(house, { patient, doctor }));
  const before = await subjectsTo(patient);
  expect(await leave(doctor)).toBe(2);
  const letters = (await house.outbox(someone.email)).filter(({ text }) => /andere Ärzt/.test(text));
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Wählen Sie bei Konsil eine andere Ärztin oder einen anderen Arzt',
  ]);
  expect(letters[0]?.text).not.toMatch(/Schilddrüse|Knoten|Weber|Radiologie/);
  expect(await subjectsTo(patient)).toEqual(before);
});

test('refuses messages, accepted times and requests to a doctor who has left', async () => {
  const conversation = await sentCase(house, { patient });
  const given = await propose(conversation);
  await addLetter(house, conversation);
  await leave(conversation.doctor);
  expect(await codeOf(write(conversation))).toBe('doctor_unavailable');
  expect(await codeOf(accept(given))).toBe('doctor_unavailable');
  expect(await codeOf(send(house, conversation))).toBe('doctor_unavailable');
  expect(
    bodyOf<RequestPreview>(await requestsAs(house.app, patient).get(`/api/process/${conversation.caseId}/preview`)),
  ).toMatchObject({ missing: expect.arrayContaining(['doctor_unavailable']), new_documents: [{}] });
  bodyOf(await handOver(conversation));
  expect(await pageOf(house, conversation, patient)).toMatchObject({ open_todos: 0, new_documents: 1 });
  bodyOf(await write(conversation), 201);
  bodyOf(await send(house, conversation), 201);
});

test.each([
  ['is deactivated', leave],
  ['has their account erased', ({ accountId }: Person) => eraseAccount(house.kernel, accountId, () => true)],
])('with a doctor who %s future appointments end, attributed to the portal', async (_, end) => {
  const conversation = await sentCase(house, { patient });
  const given = await propose(conversation);
  bodyOf(await accept(given));
  await end(conversation.doctor);
  const page = await pageOf(house, conversation, patient);
  expect(page).toMatchObject({
    status: 'answered',
    turn: 'none',
    doctor: { left: true },
    answers: [{ appointment: { accepted: at, cancelled: { by: 'system' } } }],
  });
  expect(page.timeline.at(-1)).toMatchObject({
    kind: 'appointment_cancelled',
    ref_id: given.id,
    by: { role: 'system', name: '', mine: false },
  });
  expect((await subjectsTo(patient))[0]).toBe('Ein Termin, der bei Konsil vereinbart war, wurde abgesagt');
  const log = async (query: string) =>
    bodyOf<{ items: AuditEntry[] }>(
      await requestsAs(house.app, patient).get(`/api/audit/${conversation.patientId}?${query}`),
    ).items.filter((entry) => entry.case_id === conversation.caseId);
  expect(await log('action=appointment.cancel')).toMatchObject([
    { result: 'allowed', actor: { role: 'system', name: '', mine: false } },
  ]);
  expect(await log('kind=changed&who=doctors&limit=1')).toMatchObject([{ action: 'appointment.cancel' }]);
  expect(await verifyChains(house.kernel.db, house.kernel.vault)).toMatchObject({ faults: [] });
  expect(await house.outbox(conversation.doctor.email)).not.toContainEqual(
    expect.objectContaining({ subject: 'Ein Termin, der bei Konsil vereinbart war, wurde abgesagt' }),
  );
});

test('an appointment that has begun stays; an older one can still be cancelled', async () => {
  const over = await sentCase(house, { patient });
  const past = await propose(over);
  bodyOf(await accept(past));
  await house.kernel.db
    .update(answers)
    .set({ appointmentAccepted: later(new Date(), -dayMs) })
    .where(eq(answers.id, past.id));
  await leave(over.doctor);
  expect((await pageOf(house, over, patient)).answers[0]?.appointment?.cancelled).toBeNull();

  const standing = await sentCase(house, { patient });
  const given = await propose(standing);
  bodyOf(await accept(given));
  await house.kernel.db
    .update(accounts)
    .set({ deactivatedAt: new Date() })
    .where(eq(accounts.id, standing.doctor.accountId));
  expect(
    bodyOf<Answer>(await requestsAs(house.app, patient).delete(`/api/answers/${given.id}/appointment`)).appointment
      ?.cancelled,
  ).toMatchObject({ by: 'patient' });
  expect(await pageOf(house, standing, patient)).toMatchObject({ status: 'answered', turn: 'none' });
});

test('a case of a doctor who has left can only go to a doctor who takes cases', async () => {
  const doctor = await inviteDoctor(house);
  const [draft, asked, answered, closed] = [
    await newCase(house, { patient, doctor }),
    await sentCase(house, { patient, doctor }),
    await sentCase(house, { patient, doctor }),
    await sentCase(house, { patient, doctor }),
  ];
  bodyOf(await answer(house, asked, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'), 201);
  for (const conversation of [answered, closed]) await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/api/process/${closed.caseId}/close`, {}));
  const full = await inviteDoctor(house, { last_name: 'Voll' });
  bodyOf(
    await requestsAs(house.app, full).put('/account/doctor', {
      title: 'Dr.',
      first_name: 'Ruth',
      last_name: 'Voll',
      specialty: 'Chirurgie',
      city: 'Köln',
      reply_days: 3,
      languages: ['de'],
      accepts_cases: false,
    }),
  );
  expect(await codeOf(handOver(answered))).toBe('not_allowed_now');
  await leave(doctor);
  expect((await handOver(asked, full)).json<ProblemBody>().errors).toMatchObject([
    { path: 'doctor', code: 'doctorMissing' },
  ]);
  expect((await handOver(asked, doctor)).statusCode).toBe(422);
  expect(await codeOf(handOver(draft))).toBe('not_allowed_now');
  for (const conversation of [asked, answered, closed])
    expect(bodyOf<CaseSummary>(await handOver(conversation))).toMatchObject({ status: 'with_doctor', open_todos: 0 });
});

test('a draft for an unavailable doctor says so, and can go to another one', async () => {
  for (const makeUnavailable of [
    leave,
    (who: Person) =>
      requestsAs(house.app, who).put('/account/doctor', {
        title: 'Dr.',
        first_name: 'Jonas',
        last_name: 'Weber',
        specialty: 'Chirurgie',
        city: 'Köln',
        reply_days: 3,
        languages: ['de'],
        accepts_cases: false,
      }),
  ]) {
    const draft = await newCase(house, { patient, doctor: await inviteDoctor(house) });
    await addLetter(house, draft);
    await makeUnavailable(draft.doctor);
    expect((await pageOf(house, draft, patient)).doctor.accepts_cases).toBe(false);
    const preview = async () =>
      bodyOf<RequestPreview>(await requestsAs(house.app, patient).get(`/api/process/${draft.caseId}/preview`));
    expect((await preview()).missing).toContain('doctor_unavailable');
    expect(await codeOf(send(house, draft))).toBe('doctor_unavailable');
    bodyOf(await requestsAs(house.app, patient).put(`/api/process/${draft.caseId}`, { doctor: other.accountId }));
    expect((await preview()).missing).not.toContain('doctor_unavailable');
    bodyOf(await send(house, draft), 201);
  }
});

test('a reinvited doctor regains their cases after accepting', async () => {
  const conversation = await sentCase(house, { patient });
  const { doctor } = conversation;
  const listed = async () =>
    bodyOf<Doctor[]>(await requestsAs(house.app, patient).get('/api/doctors')).find(
      ({ id }) => id === doctor.accountId,
    );
  await leave(doctor);
  expect(await listed()).toBeUndefined();
  await invite(house.kernel, {
    email: doctor.email,
    title: 'Dr. med.',
    first_name: 'Jonas',
    last_name: 'Weber',
    specialty: 'Radiologie',
    city: 'Köln',
    languages: ['de'],
    reply_days: 3,
    locale: 'de',
  });
  expect(await listed()).toBeUndefined();
  expect(await codeOf(write(conversation))).toBe('doctor_unavailable');
  bodyOf(
    await requestsAs(house.app).post('/account/password/reset', {
      token: await linkToken(house, doctor.email),
      password,
      confirm_password: password,
    }),
  );
  expect(await listed()).toMatchObject({ accepts_cases: true });
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    turn: 'doctor',
    doctor: { left: false, accepts_cases: true },
  });
  bodyOf(await write(conversation), 201);
});
