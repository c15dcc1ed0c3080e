import { caseStatuses, type CaseSummary, type Dashboard } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { nextStepOf } from '@konsil/contracts/next-step';
import { eq } from 'drizzle-orm';
import { cases, documents, todos } from '@konsil/server-domain/schema';
import { details, uploadOne } from '../support/upload.ts';
import { aPdfOf } from '@konsil/server-documents/testing/samples';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, newCase, pageOf, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
});

const dashboardOf = async (reader: Person): Promise<Dashboard> =>
  bodyOf<Dashboard>(await requestsAs(house.app, reader).get('/account/dashboarddata'));
const listOf = async (reader: Person, view: string): Promise<string[]> =>
  bodyOf<{ items: CaseSummary[] }>(await requestsAs(house.app, reader).get(`/api/process?view=${view}`)).items.map(
    ({ id }) => id,
  );
const inDays = (days: number): string => addDays(dayOf(house.clock.now()), days);
const todo = (deadline: string, assignee = 'patient') => ({
  title: 'Labor',
  content: 'Nüchtern.',
  deadline,
  priority: 'normal',
  assignee,
});

test('dashboard, list and case page agree on the next step in every state', async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor });
  const { caseId } = conversation;
  const given = await answerFinally(house, conversation);
  const added = await addLetter(house, conversation);
  const { id: todoId } = bodyOf<{ id: string }>(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${caseId}`, todo(inDays(3))),
    201,
  );
  const { db } = house.kernel;
  const moment = house.clock.now();
  const wrong: unknown[] = [];
  let waiting = 0;
  for (const status of caseStatuses.filter((name) => name !== 'draft')) {
    for (const bits of Array.from({ length: 32 }, (_, index) => index)) {
      const [shared, read, unsent, open, described] = [1, 2, 4, 8, 16].map((bit) => (bits & bit) > 0);
      await db
        .update(cases)
        .set({ status, sharedAt: shared ? moment : null, lastAnswerReadAt: read ? moment : null })
        .where(eq(cases.id, caseId));
      await db
        .update(documents)
        .set({ archivedAt: unsent ? null : moment, describedAt: described ? moment : null })
        .where(eq(documents.id, added));
      await db
        .update(todos)
        .set({ completedAt: open ? null : moment })
        .where(eq(todos.id, todoId));
      const { needs_me, cases: others } = await dashboardOf(patient);
      const page = await pageOf(house, conversation, patient);
      const summary = [...needs_me, ...others].find(({ id }) => id === caseId);
      const now = house.clock.now().toISOString();
      const onPage = nextStepOf(page, now);
      const says = {
        onDashboard: summary ? nextStepOf(summary, now) : null,
        isFirst: needs_me.length > 0,
        inList: (await listOf(patient, 'waiting_for_patient')).length > 0,
      };
      const right = { onDashboard: onPage, isFirst: onPage !== null, inList: onPage !== null };
      if (onPage) waiting += 1;
      if (JSON.stringify(says) !== JSON.stringify(right))
        wrong.push({ status, shared, read, unsent, open, described, says, right });
    }
  }
  expect(wrong).toEqual([]);
  // Both outcomes occur.
  expect([waiting > 40, waiting < 100, given.option]).toEqual([true, true, 'final_answer']);
});

test('documents without details are counted on the dashboard like on the case page', async () => {
  const patient = await signUpPatient(house);
  const conversation = await newCase(house, { patient, doctor });
  const { documentId } = await uploadOne(house.app, patient, conversation.caseId, 'brief.pdf', aPdfOf(600));
  const counted = async () => [
    (await dashboardOf(patient)).needs_me[0]?.undescribed_documents,
    (await pageOf(house, conversation, patient)).undescribed_documents,
  ];
  expect(await counted()).toEqual([1, 1]);
  bodyOf(await requestsAs(house.app, patient).post(`/api/metadata/${documentId}`, details()));
  expect(await counted()).toEqual([0, 0]);
});

test("a doctor's deadline comes before a draft, whatever happened last", async () => {
  const patient = await signUpPatient(house);
  const later = await sentCase(house, { patient, doctor });
  const sooner = await sentCase(house, { patient, doctor });
  const done = await sentCase(house, { patient, doctor });
  bodyOf(await answer(house, sooner, 'question_to_patient', { deadline: inDays(3) }, 'answer_question'), 201);
  bodyOf(await answer(house, later, 'question_to_patient', { deadline: inDays(9) }, 'answer_question'), 201);
  await answerFinally(house, done);
  house.clock.advance(1000);
  const draft = await newCase(house, { patient, doctor });
  await addLetter(house, draft);
  expect((await dashboardOf(patient)).needs_me.map(({ id }) => id)).toEqual(
    [sooner, later, done, draft].map(({ caseId }) => caseId),
  );
});

test('an answered case with an open ToDo waits for the patient', async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor });
  const given = await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/read`, {}));
  expect([await listOf(patient, 'waiting_for_patient'), await listOf(patient, 'answered')]).toEqual([
    [],
    [conversation.caseId],
  ]);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, todo(inDays(3))), 201);
  expect([await listOf(patient, 'waiting_for_patient'), await listOf(patient, 'answered')]).toEqual([
    [conversation.caseId],
    [],
  ]);
  expect((await dashboardOf(patient)).case_counts).toMatchObject({ waiting_for_patient: 1, answered: 0 });
  expect(await listOf(doctor, 'answered')).toContain(conversation.caseId);
});

test("a patient's page counts their own ToDos, not the doctor's", async () => {
  const conversation = await sentCase(house, { patient: await signUpPatient(house), doctor });
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, todo(inDays(3), 'doctor')),
    201,
  );
  const counts = async (reader: Person) => (await pageOf(house, conversation, reader)).counts;
  expect(await counts(conversation.patient)).toMatchObject({ todos: 0, todos_open: 0 });
  expect(await counts(doctor)).toMatchObject({ todos: 1, todos_open: 1 });
});

test('an unfinished new case is on the dashboard with its time, for its author only', async () => {
  const [someone, other] = [await signUpPatient(house), await signUpPatient(house)];
  expect(await dashboardOf(someone)).not.toHaveProperty('begun_case_at');
  const saved = await requestsAs(house.app, someone).put('/account/drafts/case:new', {
    content: { diagnosis: 'Muttermal am Rücken' },
  });
  const { updated_at: at } = bodyOf<{ updated_at: string }>(saved);
  expect((await dashboardOf(someone)).begun_case_at).toBe(at);
  expect(JSON.stringify(await dashboardOf(someone))).not.toContain('Muttermal');
  expect(await dashboardOf(other)).not.toHaveProperty('begun_case_at');
  bodyOf(await requestsAs(house.app, someone).delete('/account/drafts/case:new'));
  expect(await dashboardOf(someone)).not.toHaveProperty('begun_case_at');
});

test('the dashboard lists the next ToDos by due date, except those of unread answers', async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor });
  const given = async (deadline: string) =>
    bodyOf<{ id: string }>(
      await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, todo(deadline)),
      201,
    ).id;
  const [later, sooner] = [await given(inDays(5)), await given(inDays(2))];
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, todo(inDays(1), 'doctor')),
    201,
  );
  expect((await dashboardOf(patient)).next_todos?.map(({ id }) => id)).toEqual([sooner, later]);
  expect(await dashboardOf(doctor)).not.toHaveProperty('next_todos');
  const wants = { deadline: inDays(3) };
  const sent = bodyOf<Answer>(
    await answer(house, conversation, 'further_documents_needed', wants, 'upload_documents'),
    201,
  );
  const listed = async () => ((await dashboardOf(patient)).next_todos ?? []).map(({ answer_id: id }) => id);
  expect(await listed()).not.toContain(sent.id);
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${sent.id}/read`, {}));
  expect(await listed()).toContain(sent.id);
});

test("the dashboard has the question of the first case's doctor, read or unread, until it is answered", async () => {
  const patient = await signUpPatient(house);
  const conversation = await sentCase(house, { patient, doctor });
  expect((await dashboardOf(patient)).open_question).toBeUndefined();
  const asked = bodyOf<Answer>(
    await answer(house, conversation, 'question_to_patient', { deadline: inDays(3) }, 'answer_question'),
    201,
  );
  const question = { id: asked.id, answer: asked.answer, read_at: null };
  expect((await dashboardOf(patient)).open_question).toMatchObject(question);
  expect((await dashboardOf(doctor)).open_question).toBeUndefined();
  // Its text was sent to the reader: the doctor cannot take it back, and the access log says that the case was read.
  const withdrawn = await requestsAs(house.app, doctor).post(`/api/sendings/${asked.id}/withdraw`, {});
  expect(withdrawn.statusCode).toBe(409);
  const log = await requestsAs(house.app, patient).get(`/api/audit/${conversation.patientId}?action=case.read`);
  expect(bodyOf<{ items: unknown[] }>(log).items).toEqual([
    expect.objectContaining({ result: 'allowed', case_id: conversation.caseId }),
  ]);
  await requestsAs(house.app, patient).post(`/api/answers/${asked.id}/read`);
  expect((await dashboardOf(patient)).open_question?.read_at).not.toBeNull();
});
