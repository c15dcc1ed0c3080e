import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { TodoTitle } from '@konsil/contracts/codes';
import type { Patient } from '@konsil/contracts/patients';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { AnswerPatient, Request, RequestPreview } from '@konsil/contracts/requests';
import { and, eq } from 'drizzle-orm';
import { auditRecords, cases, consents, documents } from '@konsil/server-domain/schema';
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
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { answerDueOn, dayOf } from '@konsil/server-domain/calendar/working-days';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { uploadOne } from '../support/upload.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const preview = async ({ caseId }: Conversation): Promise<RequestPreview> =>
  bodyOf(await requestsAs(house.app, patient).get(`/api/process/${caseId}/preview`));
const refusal = (response: Awaited<ReturnType<typeof send>>) => ({
  ...response.json<ProblemBody>(),
  status: response.statusCode,
});

test('nothing reaches the doctor before the first request', async () => {
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  const hidden = await requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`);
  const missing = await requestsAs(house.app, doctor).get('/api/processoverview/00000000-0000-4000-8000-000000000000');
  expect([hidden.statusCode, hidden.body]).toEqual([404, missing.body]);
  const inbox = bodyOf<{ total: number }>(await requestsAs(house.app, doctor).get('/api/process'));
  expect(inbox.total).toBe(0);
});

test("the first request needs a document, with the specification's message", async () => {
  const conversation = await newCase(house, { patient, doctor });
  expect((await preview(conversation)).missing).toEqual(['no_documents', 'no_medication']);
  expect(refusal(await send(house, conversation))).toMatchObject({
    status: 409,
    code: 'no_new_documents',
    title: 'There are no new documents since last request',
  });
});

test('a document without details blocks the request, at that document', async () => {
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  const { documentId } = await uploadOne(house.app, patient, conversation.caseId, 'befund.pdf', aPdfOf(700));
  expect((await preview(conversation)).missing).toContain('details_missing');
  expect(refusal(await send(house, conversation))).toMatchObject({
    status: 422,
    errors: [{ path: `documents.${documentId}`, code: 'detailsMissing' }],
  });
});

test('a first request without a question is refused at the questions', async () => {
  const conversation = await newCase(house, { patient, doctor }, { questions: [] });
  await addLetter(house, conversation);
  expect(await preview(conversation)).toMatchObject({
    questions: [],
    answered_questions: 0,
    diagnosis: 'Knoten rechts, 23 mm',
    medical_history: 'Seit März bekannt.',
    anamnesis: { medication: '' },
  });
  expect(refusal(await send(house, conversation))).toMatchObject({
    status: 422,
    errors: [{ path: 'questions', code: 'questionNeeded' }],
  });
  expect((await pageOf(house, conversation, patient)).status).toBe('draft');
  const forms = (questions: { text: string }[]) =>
    requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis: 'Knoten',
      medical_history: 'Seit März.',
      questions,
    });
  bodyOf(await forms([{ text: 'Was ist das?' }]));
  bodyOf(await send(house, conversation), 201);
  // Once sent it must keep a question.
  expect(refusal(await forms([]))).toMatchObject({
    status: 422,
    errors: [{ path: 'questions', code: 'questionNeeded' }],
  });
});

test('a first request needs the address, which the registration leaves for later', async () => {
  const owner = await signUpPatient(house, { street: '', house_number: '', zipcode: '', city: '' });
  const conversation = await newCase(house, { patient: owner, doctor });
  await addLetter(house, conversation);
  const own = requestsAs(house.app, owner);
  const seen = bodyOf<RequestPreview>(await own.get(`/api/process/${conversation.caseId}/preview`));
  expect(seen.missing).toContain('address_missing');
  expect(refusal(await send(house, conversation))).toMatchObject({
    status: 422,
    errors: [
      { path: 'patient.street', code: 'streetMissing' },
      { path: 'patient.house_number', code: 'houseNumberMissing' },
      { path: 'patient.zipcode', code: 'zipcodeRule' },
      { path: 'patient.city', code: 'cityMissing' },
    ],
  });
  const record = bodyOf<Patient>(await own.get(`/api/patients/${conversation.patientId}`));
  expect([record.street, record.city]).toEqual(['', '']);
  const refused = await own.put(`/api/patients/${conversation.patientId}`, { ...record, street: 'Lindenweg' });
  expect(refused.statusCode).toBe(422);
  const address = { street: 'Lindenweg', house_number: '12a', zipcode: '50667', city: 'Köln' };
  bodyOf(await own.put(`/api/patients/${conversation.patientId}`, { ...record, ...address }));
  bodyOf(await send(house, conversation), 201);
});

test('once its questions are answered a case needs no new one for further requests', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  await answerFinally(house, conversation);
  await addLetter(house, conversation);
  expect(await preview(conversation)).toMatchObject({ questions: [], answered_questions: 1 });
  bodyOf(await send(house, conversation), 201);
});

test('a first request lists usually needed documents; the doctor sees the missing ones', async () => {
  const conversation = await newCase(house, { patient, doctor }, { case_name: 'Knoten in der Schilddrüse' });
  await addLetter(house, conversation);
  expect((await preview(conversation)).usual).toEqual([
    { document: 'ultrasound', there: false },
    { document: 'thyroid_laboratory', there: false },
    { document: 'puncture', there: false },
    { document: 'letter', there: true },
  ]);
  bodyOf(await send(house, conversation), 201);
  const missing = ['ultrasound', 'thyroid_laboratory', 'puncture'];
  expect((await pageOf(house, conversation)).requests.map(({ said_missing }) => said_missing)).toEqual([missing]);
  await addLetter(house, conversation);
  expect((await preview(conversation)).usual).toEqual([]);
  bodyOf(await send(house, conversation), 201);
  expect((await pageOf(house, conversation)).requests.map(({ said_missing }) => said_missing)).toEqual([missing, []]);
});

test('the preview has the personal details that the doctor sees with the request', async () => {
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  const { patient: shown } = await preview(conversation);
  expect(shown).toMatchObject({ first_name: expect.any(String), street: expect.any(String) });
  bodyOf(await send(house, conversation), 201);
  const record = await requestsAs(house.app, doctor).get(`/api/patients/${conversation.patientId}`);
  expect(bodyOf<Patient>(record)).toMatchObject({ ...shown });
});

test('sending requires consent', async () => {
  const conversation = await newCase(house, { patient, doctor });
  const response = await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
    consent: false,
  });
  expect(refusal(response)).toMatchObject({ status: 422, errors: [{ path: 'consent', code: 'consentMissing' }] });
});

test('a request sends everything new, and notifies the doctor without health data', async () => {
  const conversation = await newCase(house, { patient, doctor });
  const letter = await addLetter(house, conversation);
  const archived = await addLetter(house, conversation);
  await requestsAs(house.app, patient).delete(`/api/individualdocument/get/${archived}`);
  const before = await preview(conversation);
  expect(before).toMatchObject({
    already_sent: 0,
    questions: ['Muss operiert werden?'],
    answer_due_on: answerDueOn(new Date(), 3),
  });
  expect(before.new_documents.map(({ id }) => id)).toEqual([letter]);

  const request = bodyOf<Request>(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
      consent: true,
      note: 'Bitte bald.',
    }),
    201,
  );
  expect(request).toMatchObject({
    sent_by: 'Petra Möller',
    note: 'Bitte bald.',
    document_ids: [letter],
    answer_due_on: answerDueOn(new Date(), 3),
  });

  const page = await pageOf(house, conversation);
  expect(page).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    shared: true,
    new_documents: 1,
    answer_due_on: request.answer_due_on,
    requests: [request],
    priority: 'undefined',
  });
  expect(page.documents.map(({ id, is_new }) => [id, is_new])).toEqual([[letter, true]]);
  expect(page.timeline.map(({ kind, count }) => [kind, count])).toEqual([['request_sent', 1]]);
  expect((await pageOf(house, conversation, patient)).timeline.map(({ kind }) => kind)).toEqual([
    'case_created',
    'documents_added',
    'request_sent',
  ]);

  const [mail] = await house.outbox(doctor.email);
  expect(mail?.subject).toBe('Eine neue Anfrage wartet bei Konsil auf Sie');
  expect(mail?.text).not.toMatch(/Schilddrüse|Möller|Knoten|Petra/);

  const [receipt] = await house.outbox(patient.email);
  expect(receipt?.subject).toBe('Ihre Anfrage bei Konsil ist gesendet');
  const promised = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full' }).format(new Date(request.answer_due_on));
  expect(receipt?.text).toContain(`bis ${promised} zugesagt`);
  expect(receipt?.text).toContain(`/patient/process/${conversation.caseId}\n`);
  expect(receipt?.text).not.toMatch(/Schilddrüse|Möller|Knoten|Petra/);

  const given = await house.kernel.db.select().from(consents).where(eq(consents.caseId, conversation.caseId));
  expect(given).toMatchObject([{ kind: 'send_to_doctor', doctorId: doctor.accountId, withdrawnAt: null }]);
  const records = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.caseId, conversation.caseId), eq(auditRecords.actorId, patient.accountId)));
  expect(records.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['case.write', 'document.upload', 'case.send', 'consent.give']),
  );
});

test('later documents become visible with the next request, which needs at least one', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  expect(refusal(await send(house, conversation))).toMatchObject({ status: 409, code: 'no_new_documents' });
  const second = await addLetter(house, conversation);
  expect((await pageOf(house, conversation)).documents.map(({ id }) => id)).not.toContain(second);
  expect(await preview(conversation)).toMatchObject({ already_sent: 1, missing: ['no_medication'] });

  bodyOf(await send(house, conversation), 201);
  const page = await pageOf(house, conversation);
  expect(page.documents.map(({ id }) => id)).toContain(second);
  expect(page.requests).toHaveLength(2);
  expect(page.new_documents).toBe(2);
});

test('documents sent after an answer are new to the doctor, earlier ones are not', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(await answer(house, conversation, 'further_documents_needed'), 201);
  expect((await pageOf(house, conversation)).new_documents).toBe(0);
  const second = await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  const page = await pageOf(house, conversation);
  expect(page.documents.filter(({ is_new }) => is_new).map(({ id }) => id)).toEqual([second]);
});

test('a request reopens an answered and closed case, and restores it in both archives', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/close`, {}));
  bodyOf(await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/archive`, {}));
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${conversation.caseId}/archive`, {}));
  bodyOf(await requestsAs(house.app, doctor).post(`/api/patients/${conversation.patientId}/archive`, {}));
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  expect(await pageOf(house, conversation)).toMatchObject({ status: 'with_doctor', archived_at: null });
  expect(await pageOf(house, conversation, patient)).toMatchObject({ archived_at: null });
  expect(
    bodyOf<{ archived_at: null }>(await requestsAs(house.app, doctor).get(`/api/patients/${conversation.patientId}`))
      .archived_at,
  ).toBeNull();
});

test('sends one of 50 concurrent requests after one upload, and refuses 49', async () => {
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(house, conversation)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  const refused = answers
    .filter(({ statusCode }) => statusCode === 409)
    .map((response) => response.json<ProblemBody>().title);
  expect(refused).toEqual(Array.from({ length: 49 }, () => 'There are no new documents since last request'));
  expect((await pageOf(house, conversation)).requests).toHaveLength(1);
});

test('a request sent twice with one Idempotency-Key is one request', async () => {
  const conversation = await newCase(house, { patient, doctor });
  await addLetter(house, conversation);
  const twice = await Promise.all(
    [1, 2].map(() => send(house, conversation, { 'idempotency-key': `send-${conversation.caseId}` })),
  );
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(twice[0]?.json<Request>().id).toBe(twice[1]?.json<Request>().id);
});

test('doctors cannot send, patients cannot answer, and neither learns of the case', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const [stranger, otherDoctor] = [await signUpPatient(house), await inviteDoctor(house)];
  const calls = [
    requestsAs(house.app, doctor).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true }),
    requestsAs(house.app, stranger).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true }),
    answer(house, { ...conversation, doctor: patient }, 'final_answer'),
    answer(house, { ...conversation, doctor: otherDoctor }, 'final_answer'),
  ];
  const missing = await requestsAs(house.app, doctor).post(
    '/api/buttonaufgabe/patient/00000000-0000-4000-8000-000000000000',
    {
      consent: true,
    },
  );
  for (const response of await Promise.all(calls))
    expect([response.statusCode, response.body]).toEqual([404, missing.body]);
  const denied = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.caseId, conversation.caseId), eq(auditRecords.result, 'denied')));
  expect(denied).toHaveLength(4);
});

test('a withdrawn consent hides the case, and a new request shows it again', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const [consent] = bodyOf<{ id: string; case_id: string | null }[]>(
    await requestsAs(house.app, patient).get('/account/consents'),
  ).filter(({ case_id }) => case_id === conversation.caseId);
  bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`, {}));
  expect((await requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`)).statusCode).toBe(404);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ shared: false, turn: 'none' });
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  expect(
    bodyOf<ProcessOverview>(await requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`))
      .shared,
  ).toBe(true);
  expect(await house.kernel.db.$count(documents, eq(documents.caseId, conversation.caseId))).toBe(2);
});

test('sending the requested documents completes their ToDo', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const deadline = dayOf(later(new Date(), 9 * dayMs));
  bodyOf(await answer(house, conversation, 'further_documents_needed', { deadline }, 'upload_documents'), 201);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ open_todos: 1 });
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  const page = await pageOf(house, conversation, patient);
  expect(page).toMatchObject({ open_todos: 0, counts: { todos: 1, todos_open: 0 } });
  expect(page.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['request_sent', 'todo_done']);
});

test.each<[string, AnswerOption, TodoTitle, string, number]>([
  ['a note replies to a question', 'question_to_patient', 'answer_question', 'Seit März.', 1],
  ['documents alone reply to no question', 'question_to_patient', 'answer_question', '', 2],
  ['no note chooses an appointment', 'schedule_appointment', 'book_appointment', 'Der 3. passt.', 2],
])('a request completes what it resolves: %s', async (_claim, option, title, note, open) => {
  const form: Partial<AnswerPatient> =
    option === 'schedule_appointment' ? { appointments: [later(new Date(), 9 * dayMs).toISOString()] } : {};
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(await answer(house, conversation, option, { deadline: '2099-01-31', ...form }, title), 201);
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, {
      title: 'Tagebuch',
      content: 'Jeden Morgen.',
      deadline: '2099-01-31',
      priority: 'normal',
      assignee: 'patient',
    }),
    201,
  );
  await addLetter(house, conversation);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
      consent: true,
      note,
    }),
    201,
  );
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    open_todos: open,
    counts: { todos: 2 },
  });
});

test('sending to the same doctor keeps the ToDo to see a recommended one', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(
    await answer(
      house,
      conversation,
      'recommendation_different_physician',
      { recommended_specialty: 'Nuklearmedizin', deadline: '2099-01-31' },
      'see_doctor',
    ),
    201,
  );
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', open_todos: 1 });
});

test('sending while the doctor has the case keeps the promised day', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const since = { lastRequestAt: new Date('2026-01-12T09:00:00Z'), answerDueOn: '2026-01-15' };
  const promised = { last_request_at: since.lastRequestAt.toISOString(), answer_due_on: since.answerDueOn };
  await house.kernel.db.update(cases).set(since).where(eq(cases.id, conversation.caseId));
  await addLetter(house, conversation);
  expect((await preview(conversation)).answer_due_on).toBe(since.answerDueOn);
  expect(bodyOf<Request>(await send(house, conversation), 201).answer_due_on).toBe(since.answerDueOn);
  expect(await pageOf(house, conversation)).toMatchObject(promised);
  await answerFinally(house, conversation);
  await addLetter(house, conversation);
  const { answer_due_on } = bodyOf<Request>(await send(house, conversation), 201);
  expect(answer_due_on).toBe(answerDueOn(house.clock.now(), 3));
  const page = await pageOf(house, conversation);
  expect(page.answer_due_on).toBe(answer_due_on);
  expect(page.last_request_at).not.toBe(promised.last_request_at);
});
