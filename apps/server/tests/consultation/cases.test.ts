import type { CaseSummary, Dashboard, ProcessOverview } from '@konsil/contracts/cases';
import type { Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  caseForm,
  newCase,
  ownPatientId,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { untilServed } from '../support/until-served.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const open = () => newCase(house, { patient, doctor });
const sent = () => sentCase(house, { patient, doctor });
const url = ({ caseId }: Conversation, act = '') => `/api/process/${caseId}${act}`;
const formsUrl = ({ caseId }: Conversation) => `/api/generalprocessforms/${caseId}`;
const saveForms = (conversation: Conversation, changes: Record<string, unknown>) =>
  requestsAs(house.app, patient).post(formsUrl(conversation), {
    diagnosis: 'Knoten',
    medical_history: 'Seit März.',
    questions: [],
    ...changes,
  });
const problem = (response: { json: <T>() => T; statusCode: number }) => ({
  ...response.json<ProblemBody>(),
  status: response.statusCode,
});

test("a case has the form's content, and waits for the patient", async () => {
  const conversation = await open();
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    case_name: 'Knoten in der Schilddrüse',
    diagnosis: 'Knoten rechts, 23 mm',
    medical_history: 'Seit März bekannt.',
    status: 'draft',
    turn: 'patient',
    version: 1,
    shared: false,
    patient: { first_name: 'Petra', last_name: 'Möller', gender: 'F', date_of_birth: '1968-04-21' },
    doctor: { id: doctor.accountId, name: 'Dr. med. Jonas Weber', specialty: 'Radiologie', reply_days: 3 },
    account_name: 'Petra Möller',
    questions: [{ text: 'Muss operiert werden?', answer: null }],
    anamnesis: { medication: '' },
    documents: [],
    requests: [],
    answers: [],
    counts: { documents: 0, images: 0, todos: 0, todos_open: 0, messages: 0, messages_unread: 0 },
  });
});

test('a case requires all fields, an own patient, and a doctor who takes cases', async () => {
  const empty = problem(await requestsAs(house.app, patient).post('/api/process', {}));
  expect(empty.errors?.map(({ path, code }) => `${path} ${code}`).sort()).toEqual([
    'case_name caseNameMissing',
    'diagnosis diagnosisMissing',
    'doctor doctorMissing',
    'medical_history medicalHistoryMissing',
    'patient patientMissing',
  ]);
  const mine = await ownPatientId(house, patient);
  const foreign = await ownPatientId(house, await signUpPatient(house));
  const missing = '00000000-0000-4000-8000-000000000000';
  const refusals = await Promise.all(
    [
      caseForm(foreign, doctor.accountId),
      caseForm(missing, doctor.accountId),
      caseForm(mine, missing),
      caseForm(mine, patient.accountId),
    ].map((form) => requestsAs(house.app, patient).post('/api/process', form)),
  );
  expect(refusals.map((response) => problem(response).errors?.[0]?.path)).toEqual([
    'patient',
    'patient',
    'doctor',
    'doctor',
  ]);
  expect(refusals[0]?.body).toBe(refusals[1]?.body);
  const full = await inviteDoctor(house);
  bodyOf(
    await requestsAs(house.app, full).put('/account/doctor', {
      title: 'Dr.',
      first_name: 'Ruth',
      last_name: 'Voll',
      specialty: 'Chirurgie',
      city: 'Köln',
      languages: ['de'],
      reply_days: 3,
      accepts_cases: false,
    }),
  );
  expect(
    problem(await requestsAs(house.app, patient).post('/api/process', caseForm(mine, full.accountId))).errors?.[0]
      ?.code,
  ).toBe('doctorMissing');
});

test('double submission with one Idempotency-Key creates one case', async () => {
  const form = caseForm(await ownPatientId(house, patient), doctor.accountId);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      requestsAs(house.app, patient).post('/api/process', form, { 'idempotency-key': 'one-case-only' }),
    ),
  );
  expect(new Set(answers.map((response) => bodyOf<CaseSummary>(response, 201).id)).size).toBe(1);
});

test('doctors cannot create cases', async () =>
  expect((await requestsAs(house.app, doctor).post('/api/process', caseForm('x', doctor.accountId))).statusCode).toBe(
    404,
  ));

test('questions keep their ids; new ones are added, omitted ones deleted', async () => {
  const conversation = await open();
  const [first] = (await pageOf(house, conversation, patient)).questions;
  const saved = bodyOf<ProcessOverview>(
    await saveForms(conversation, {
      questions: [{ text: 'Wie lange?' }, { id: first?.id, text: 'Muss bald operiert werden?' }],
      anamnesis: {
        medication: 'L-Thyroxin 50',
        allergies: '',
        previous_illnesses: '',
        operations: '',
        family_history: '',
        lifestyle: '',
      },
    }),
  );
  expect(saved.questions.map(({ text }) => text)).toEqual(['Wie lange?', 'Muss bald operiert werden?']);
  expect(saved.questions[1]?.id).toBe(first?.id);
  expect(saved.anamnesis.medication).toBe('L-Thyroxin 50');
  const again = bodyOf<ProcessOverview>(
    await saveForms(conversation, { questions: [{ id: first?.id, text: 'Muss bald operiert werden?' }] }),
  );
  expect(again.questions.map(({ id }) => id)).toEqual([first?.id]);
  expect(again.anamnesis.medication).toBe('L-Thyroxin 50');
  const six = problem(
    await saveForms(conversation, { questions: Array.from({ length: 6 }, () => ({ text: 'Noch eine?' })) }),
  );
  expect(six.errors).toMatchObject([{ path: 'questions', code: 'tooManyQuestions' }]);
});

test('an answered question cannot be changed', async () => {
  const conversation = await sent();
  await answerFinally(house, conversation);
  const [question] = (await pageOf(house, conversation, patient)).questions;
  expect(
    problem(await saveForms(conversation, { questions: [{ id: question?.id, text: 'Anders gefragt?' }] })),
  ).toMatchObject({ status: 422, errors: [{ path: 'questions.0.text', code: 'questionAnswered' }] });
  const kept = bodyOf<ProcessOverview>(await saveForms(conversation, { questions: [] }));
  expect(kept.questions).toMatchObject([{ id: question?.id, answer: 'Ja.' }]);
});

test('a question of another case is refused', async () => {
  const [question] = (await pageOf(house, await open(), patient)).questions;
  expect(
    problem(await saveForms(await open(), { questions: [{ id: question?.id, text: 'Meine?' }] })).errors?.[0]?.path,
  ).toBe('questions.0.id');
});

test('a form open in two tabs is saved once; the second gets the newer version', async () => {
  const conversation = await open();
  const { version } = await pageOf(house, conversation, patient);
  bodyOf(await saveForms(conversation, { version, diagnosis: 'Erster' }));
  expect(problem(await saveForms(conversation, { version, diagnosis: 'Zweiter' }))).toMatchObject({
    status: 409,
    code: 'version_conflict',
    current: { diagnosis: 'Erster', version: version + 1 },
  });
});

test('an answer without question answers does not conflict with an open form', async () => {
  const conversation = await sent();
  const { version, questions } = await pageOf(house, conversation, patient);
  bodyOf(
    await requestsAs(house.app, doctor).post(
      `/api/buttonaufgabe/doctor/${conversation.caseId}/question_to_patient/none`,
      {
        aufgabeTitel: '',
        answer: 'Nehmen Sie Blutverdünner?',
      },
    ),
    201,
  );
  bodyOf(await saveForms(conversation, { version, questions: questions.map(({ id, text }) => ({ id, text })) }));
});

test('one of 20 parallel renames of one version wins, the others get a conflict', async () => {
  const conversation = await open();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      untilServed(() =>
        requestsAs(house.app, patient).put(url(conversation), { version: 1, case_name: `Name ${index}` }),
      ),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<CaseSummary>().case_name;
  expect((await pageOf(house, conversation, patient)).case_name).toBe(winner);
});

test('the doctor can be changed until the first request', async () => {
  const other = await inviteDoctor(house);
  const draft = await open();
  expect(
    bodyOf<CaseSummary>(await requestsAs(house.app, patient).put(url(draft), { doctor: other.accountId })).doctor.id,
  ).toBe(other.accountId);
  expect(problem(await requestsAs(house.app, patient).put(url(await sent()), { doctor: other.accountId })).code).toBe(
    'not_allowed_now',
  );
});

test('an answered case can be closed and reopened', async () => {
  const conversation = await sent();
  expect(problem(await requestsAs(house.app, patient).post(url(conversation, '/close'), {})).code).toBe(
    'not_allowed_now',
  );
  await answerFinally(house, conversation);
  expect(bodyOf<CaseSummary>(await requestsAs(house.app, patient).post(url(conversation, '/close'), {}))).toMatchObject(
    {
      status: 'closed',
      turn: 'none',
    },
  );
  expect((await requestsAs(house.app, patient).post(url(conversation, '/close'), {})).statusCode).toBe(200);
  expect((await requestsAs(house.app, doctor).post(url(conversation, '/reopen'), {})).statusCode).toBe(404);
  expect(bodyOf<CaseSummary>(await requestsAs(house.app, patient).post(url(conversation, '/reopen'), {})).status).toBe(
    'answered',
  );
  expect((await pageOf(house, conversation)).timeline.map(({ kind }) => kind).slice(-2)).toEqual([
    'closed',
    'reopened',
  ]);
});

test('each side has its own archive', async () => {
  const conversation = await sent();
  bodyOf(await requestsAs(house.app, doctor).post(url(conversation, '/archive'), {}));
  expect((await pageOf(house, conversation)).archived_at).not.toBeNull();
  expect((await pageOf(house, conversation, patient)).archived_at).toBeNull();
  const archived = bodyOf<{ items: CaseSummary[] }>(
    await requestsAs(house.app, doctor).get('/api/process?archived=true'),
  );
  expect(archived.items.map(({ id }) => id)).toEqual([conversation.caseId]);
  bodyOf(await requestsAs(house.app, doctor).post(url(conversation, '/restore'), {}));
  expect((await pageOf(house, conversation)).archived_at).toBeNull();
});

test('100 random archive actions end as the last one says, and the audit explains it', async () => {
  const conversation = await open();
  for (let wave = 0; wave < 4; wave += 1) {
    const acts = Array.from({ length: 25 }, () => (Math.random() < 0.5 ? 'archive' : 'restore'));
    const answers = await Promise.all(
      acts.map((act) => requestsAs(house.app, patient).post(url(conversation, `/${act}`), {})),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }
  const records = await house.kernel.db
    .select()
    .from(auditRecords)
    .where(
      and(eq(auditRecords.caseId, conversation.caseId), inArray(auditRecords.action, ['case.archive', 'case.restore'])),
    )
    .orderBy(desc(auditRecords.seq));
  expect(records).toHaveLength(100);
  expect((await pageOf(house, conversation, patient)).archived_at !== null).toBe(records[0]?.action === 'case.archive');
});

test('patients neither see, set nor filter by the priority', async () => {
  const conversation = await sent();
  expect(
    bodyOf<CaseSummary>(await requestsAs(house.app, doctor).put(url(conversation, '/priority'), { priority: 'high' }))
      .priority,
  ).toBe('high');
  expect((await pageOf(house, conversation, patient)).priority).toBe('undefined');
  expect(
    (await requestsAs(house.app, patient).put(url(conversation, '/priority'), { priority: 'low' })).statusCode,
  ).toBe(404);
  const all = bodyOf<{ total: number }>(await requestsAs(house.app, patient).get('/api/process')).total;
  expect(bodyOf<{ total: number }>(await requestsAs(house.app, patient).get('/api/process?priority=high')).total).toBe(
    all,
  );
});

test('fields that nobody may set are ignored', async () => {
  const conversation = await open();
  bodyOf(
    await requestsAs(house.app, patient).put(url(conversation), {
      case_name: 'Neu',
      status: 'answered',
      priority: 'high',
      doctorId: 'x',
      archived_at: '2020-01-01T00:00:00Z',
      shared: true,
    }),
  );
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    case_name: 'Neu',
    status: 'draft',
    archived_at: null,
    shared: false,
  });
});

test("a patient's dashboard lists next steps and other cases", async () => {
  const someone = await signUpPatient(house);
  const draft = await newCase(house, { patient: someone, doctor });
  const waiting = await sentCase(house, { patient: someone, doctor });
  const answered = await sentCase(house, { patient: someone, doctor });
  const given = await answerFinally(house, answered);
  const page = bodyOf<Dashboard>(await requestsAs(house.app, someone).get('/account/dashboarddata'));
  expect(page.needs_me.map(({ id }) => id).sort()).toEqual([draft.caseId, answered.caseId].sort());
  expect(page.cases.map(({ id }) => id)).toEqual([waiting.caseId]);
  expect(page.newest_answers).toMatchObject([
    {
      id: given.id,
      case_id: answered.caseId,
      case_name: 'Knoten in der Schilddrüse',
      patient: { id: answered.patientId },
      answer: null,
      read_at: null,
    },
  ]);
  expect(JSON.stringify(page)).not.toContain(given.answer);
  // An unread answer waits for the patient.
  expect(page.case_counts).toMatchObject({ needs_answer: 1, waiting_for_patient: 2, answered: 0, archived: 0 });
  bodyOf(await requestsAs(house.app, someone).post(`/api/answers/${given.id}/read`, {}));
  const read = bodyOf<Dashboard>(await requestsAs(house.app, someone).get('/account/dashboarddata'));
  expect(read.needs_me.map(({ id }) => id)).toEqual([draft.caseId]);
  expect(read.case_counts).toMatchObject({ needs_answer: 1, waiting_for_patient: 1, answered: 1 });
  expect(read.newest_answers.map(({ answer: text }) => text)).toEqual([given.answer]);
  bodyOf(await requestsAs(house.app, someone).post(url(answered, '/archive'), {}));
  expect(bodyOf<Dashboard>(await requestsAs(house.app, someone).get('/account/dashboarddata')).newest_answers).toEqual(
    [],
  );
});

test('a case that was taken back or unshared does not wait for the patient', async () => {
  const someone = await signUpPatient(house);
  const needed = async () =>
    bodyOf<Dashboard>(await requestsAs(house.app, someone).get('/account/dashboarddata')).needs_me.map(({ id }) => id);
  const asked = async () => {
    const conversation = await sentCase(house, { patient: someone, doctor });
    return {
      conversation,
      given: bodyOf<Answer>(
        await answer(house, conversation, 'question_to_patient', { deadline: '2099-01-31' }, 'answer_question'),
        201,
      ),
    };
  };
  const takenBack = await asked();
  bodyOf(await requestsAs(house.app, doctor).post(url(takenBack.conversation, '/takeback'), {}));
  const withdrawn = await asked();
  const [consent] = bodyOf<Consent[]>(await requestsAs(house.app, someone).get('/account/consents')).filter(
    ({ case_id }) => case_id === withdrawn.conversation.caseId,
  );
  bodyOf(await requestsAs(house.app, someone).post(`/account/consents/${consent?.id}/withdraw`));
  expect(await needed()).toEqual([withdrawn.conversation.caseId]);
  bodyOf(await requestsAs(house.app, someone).post(`/api/answers/${withdrawn.given.id}/read`, {}));
  expect(await needed()).toEqual([]);
  const { items, counts } = bodyOf<{ items: CaseSummary[]; counts: { waiting_for_patient: number } }>(
    await requestsAs(house.app, someone).get('/api/process?view=waiting_for_patient'),
  );
  expect([items, counts.waiting_for_patient]).toEqual([[], 0]);
});

test('a case with unsent documents waits for the patient until archived or unshared', async () => {
  const someone = await signUpPatient(house);
  const page = async () => bodyOf<Dashboard>(await requestsAs(house.app, someone).get('/account/dashboarddata'));
  const needed = async () => (await page()).needs_me.map(({ id, new_documents }) => [id, new_documents]);
  const waiting = await sentCase(house, { patient: someone, doctor });
  const closed = await sentCase(house, { patient: someone, doctor });
  const given = await answerFinally(house, closed);
  bodyOf(await requestsAs(house.app, someone).post(`/api/answers/${given.id}/read`, {}));
  bodyOf(await requestsAs(house.app, someone).post(url(closed, '/close'), {}));
  expect([await needed(), (await page()).cases.map(({ id }) => id)]).toEqual([[], [waiting.caseId]]);

  await addLetter(house, waiting);
  await addLetter(house, closed);
  expect((await needed()).sort()).toEqual(
    [
      [waiting.caseId, 1],
      [closed.caseId, 1],
    ].sort(),
  );
  bodyOf(await requestsAs(house.app, someone).post(url(closed, '/archive'), {}));
  expect(await needed()).toEqual([[waiting.caseId, 1]]);
  expect(
    bodyOf<Dashboard>(await requestsAs(house.app, doctor).get('/account/dashboarddata')).needs_me.find(
      ({ id }) => id === waiting.caseId,
    )?.new_documents,
  ).toBe(1);
  const [consent] = bodyOf<Consent[]>(await requestsAs(house.app, someone).get('/account/consents')).filter(
    ({ case_id }) => case_id === waiting.caseId,
  );
  bodyOf(await requestsAs(house.app, someone).post(`/account/consents/${consent?.id}/withdraw`));
  expect(await needed()).toEqual([]);
});

test("a doctor's own upload is visible at once and never unsent", async () => {
  const conversation = await sent();
  const letter = await addLetter(house, conversation, doctor);
  expect((await pageOf(house, conversation, patient)).documents.map(({ id }) => id)).toContain(letter);
  expect((await send(house, conversation)).statusCode).toBe(409);
});
