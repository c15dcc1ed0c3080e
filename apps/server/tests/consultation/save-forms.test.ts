import type { ProcessOverview } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Consent } from '@konsil/contracts/privacy';
import type { MedicationList } from '@konsil/contracts/medication-schemas';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, AnswerPatient } from '@konsil/contracts/requests';
import { and, eq } from 'drizzle-orm';
import { caseFormVersions, notices } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { answer, answerFinally, bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
let successor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor, successor] = [
    await signUpPatient(house),
    await inviteDoctor(house),
    await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' }),
  ];
});

const sent = () => sentCase(house, { patient, doctor });
/** The current forms with some changes; `more` are new questions. */
const save = async (conversation: Conversation, changes: Record<string, unknown> = {}, more: string[] = []) => {
  const { diagnosis, medical_history, anamnesis, questions } = await pageOf(house, conversation, patient);
  const form = {
    diagnosis,
    medical_history,
    anamnesis,
    questions: [...questions.map(({ id, text }) => ({ id, text })), ...more.map((text) => ({ text }))],
    ...changes,
  };
  house.clock.advance(1000);
  return requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, form);
};
const saved = async (...given: Parameters<typeof save>) => bodyOf<ProcessOverview>(await save(...given));
const told = ({ timeline }: ProcessOverview) =>
  timeline.flatMap(({ kind, topics }) => (kind === 'forms_changed' ? [topics] : []));
const withMedication = async (conversation: Conversation, medication: string) => ({
  anamnesis: { ...(await pageOf(house, conversation, patient)).anamnesis, medication },
});
/** Number of notifications about a request; emails combine several. */
const toldOfRequest = (person: Person) =>
  house.kernel.db.$count(notices, and(eq(notices.accountId, person.accountId), eq(notices.kind, 'request')));

test('changes in a sent case are announced by part, never by content', async () => {
  const conversation = await sent();
  await saved(conversation, { diagnosis: 'Knoten links', ...(await withMedication(conversation, 'Marcumar')) });
  for (const reader of [patient, doctor]) {
    const page = await pageOf(house, conversation, reader);
    expect(told(page)).toEqual([['diagnosis', 'medication']]);
    expect(page.timeline.at(-1)).toMatchObject({
      kind: 'forms_changed',
      by: { role: 'patient', mine: reader === patient },
    });
    expect(JSON.stringify(page.timeline)).not.toMatch(/Marcumar|Knoten/);
  }
});

test('the doctor reads earlier texts until the next answer, without reverted changes', async () => {
  const conversation = await sent();
  expect((await pageOf(house, conversation)).changed_forms).toEqual([]);
  const original = (await pageOf(house, conversation)).diagnosis;
  await saved(conversation, { diagnosis: 'Knoten links' });
  await saved(conversation, { diagnosis: 'Knoten beidseits', medical_history: 'Seit Mai.' });
  await saved(conversation, { medical_history: 'Seit März bekannt.' }, ['Darf ich fliegen?']);
  const page = await pageOf(house, conversation);
  expect(page.changed_forms).toMatchObject([
    { topic: 'diagnosis', before: original },
    { topic: 'questions', before: 'Muss operiert werden?' },
  ]);
  expect((await pageOf(house, conversation, patient)).changed_forms).toEqual([]);

  house.clock.advance(1000);
  await answerFinally(house, conversation);
  expect((await pageOf(house, conversation)).changed_forms).toEqual([]);
  await saved(conversation, { diagnosis: 'Kein Knoten mehr' });
  expect((await pageOf(house, conversation)).changed_forms).toMatchObject([
    { topic: 'diagnosis', before: 'Knoten beidseits' },
  ]);
});

test('after a hand-over the doctor sees changes since then', async () => {
  const conversation = await sent();
  await saved(conversation, { diagnosis: 'Knoten links' });
  house.clock.advance(1000);
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', {
      recommended_doctor_id: successor.accountId,
    }),
    201,
  );
  await saved(conversation, { diagnosis: 'Knoten rechts' });
  house.clock.advance(1000);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: successor.accountId,
      consent: true,
    }),
  );
  expect((await pageOf(house, conversation, successor)).changed_forms).toEqual([]);
  await saved(conversation, { medical_history: 'Seit Mai.' });
  expect((await pageOf(house, conversation, successor)).changed_forms).toMatchObject([{ topic: 'medical_history' }]);
});

test('a draft keeps no earlier texts, and saving the same notifies nobody', async () => {
  const kept = ({ caseId }: Conversation) =>
    house.kernel.db.$count(caseFormVersions, eq(caseFormVersions.caseId, caseId));
  const draft = await newCase(house, { patient, doctor });
  expect(told(await saved(draft, { diagnosis: 'Anders' }))).toEqual([]);
  const conversation = await sent();
  const { version } = await pageOf(house, conversation, patient);
  expect(told(await saved(conversation))).toEqual([]);
  expect((await pageOf(house, conversation, patient)).version).toBe(version);
  expect([await kept(draft), await kept(conversation)]).toEqual([0, 0]);
});

const appointment = { appointments: ['2099-03-02T09:30:00.000Z'] };
test.each<[AnswerOption, Partial<AnswerPatient>]>([
  ['question_to_patient', {}],
  ['further_documents_needed', {}],
  ['schedule_appointment', appointment],
  ['unable_to_do_anything', { reason: 'Zu wenig.', next_step: 'Hausarzt' }],
])('a new question after %s returns the case to the doctor, with a notification', async (option, form) => {
  const conversation = await sent();
  bodyOf(await answer(house, conversation, option, form), 201);
  const before = await toldOfRequest(doctor);
  expect(await saved(conversation, { diagnosis: 'Knoten links' })).toMatchObject({
    status: option === 'unable_to_do_anything' ? 'answered' : 'with_patient',
  });
  expect(await toldOfRequest(doctor)).toBe(before);
  expect(await saved(conversation, {}, ['Darf ich fliegen?'])).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
  });
  expect(await toldOfRequest(doctor)).toBe(before + 1);
  const refused = await answer(house, conversation, 'final_answer', {
    question_answers: (await pageOf(house, conversation)).questions
      .slice(0, 1)
      .map(({ id }) => ({ question_id: id, text: 'Ja.' })),
  });
  expect(refused.json<ProblemBody>().errors?.[0]?.code).toBe('questionOpen');
  await answerFinally(house, conversation);
});

test('a new question after a recommendation goes to the next doctor with the case', async () => {
  const conversation = await sent();
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', {
      recommended_doctor_id: successor.accountId,
    }),
    201,
  );
  expect(await saved(conversation, {}, ['Darf ich fliegen?'])).toMatchObject({ status: 'answered', turn: 'none' });
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: successor.accountId,
      consent: true,
    }),
  );
  expect((await pageOf(house, conversation, successor)).questions.map(({ text }) => text)).toContain(
    'Darf ich fliegen?',
  );
});

test("a reply completes the doctor's request, also after a new question", async () => {
  const conversation = await sent();
  bodyOf(await answer(house, conversation, 'question_to_patient', { deadline: '2099-03-02' }, 'answer_question'), 201);
  expect(await saved(conversation, {}, ['Darf ich fliegen?'])).toMatchObject({ status: 'with_doctor', open_todos: 1 });
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Antwort',
      message: 'Nein, keine Hormone.',
    }),
    201,
  );
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_doctor', open_todos: 0 });
});

test('a new question reopens a closed case and restores it in both archives', async () => {
  const conversation = await sent();
  const { caseId } = conversation;
  await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/api/process/${caseId}/close`, {}));
  for (const side of [patient, doctor])
    bodyOf(await requestsAs(house.app, side).post(`/api/process/${caseId}/archive`, {}));
  const open = await saved(conversation, {}, ['Darf ich fliegen?']);
  expect(open).toMatchObject({ status: 'with_doctor', archived_at: null });
  expect(open.timeline.map(({ kind }) => kind)).toContain('reopened');
  expect((await pageOf(house, conversation)).archived_at).toBeNull();
});

test('while the doctor has the case or lost it, a new question changes only questions', async () => {
  const waiting = await sent();
  const before = await toldOfRequest(doctor);
  const { answer_due_on: due, last_request_at: since } = await pageOf(house, waiting);
  expect(await saved(waiting, {}, ['Darf ich fliegen?'])).toMatchObject({
    status: 'with_doctor',
    answer_due_on: due,
    last_request_at: since,
  });

  const withdrawn = await sent();
  await answerFinally(house, withdrawn);
  const [consent] = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).filter(
    ({ case_id }) => case_id === withdrawn.caseId,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`));
  expect(await saved(withdrawn, {}, ['Darf ich fliegen?'])).toMatchObject({ status: 'answered', shared: false });
  expect(await toldOfRequest(doctor)).toBe(before + 1);
});

test('five questions may be open besides answered ones, which come first', async () => {
  const conversation = await sent();
  const round = (number: number) => Array.from({ length: 5 }, (_, index) => `Frage ${number}.${index + 1}?`);
  await saved(conversation, {}, round(1).slice(0, 4));
  const given = await answerFinally(house, conversation);
  expect(given.question_answers).toHaveLength(5);
  const asked = await saved(conversation, { questions: round(2).map((text) => ({ text })) });
  expect(asked.questions.map(({ text }) => text)).toEqual([
    'Muss operiert werden?',
    ...round(1).slice(0, 4),
    ...round(2),
  ]);
  const refused = await save(conversation, {}, ['Und noch eine?']);
  expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([
    422,
    [{ path: 'questions', code: 'tooManyQuestions' }],
  ]);
  expect((await pageOf(house, conversation)).questions).toHaveLength(10);
  expect(
    bodyOf<Answer>(
      await answer(house, conversation, 'final_answer', {
        question_answers: asked.questions.slice(5).map(({ id }) => ({ question_id: id, text: 'Nein.' })),
      }),
      201,
    ).question_answers,
  ).toHaveLength(5);
});

const aList: MedicationList = {
  medicines: [
    {
      heading: 'Dauermedikation',
      ingredients: [{ name: 'Ramipril', strength: '5 mg' }],
      trade_name: '',
      pzn: '01234562',
      form: 'Tabletten',
      times: { morning: '1', noon: '', evening: '', night: '' },
      dose: '',
      unit: 'Stück',
      hint: '',
      reason: '',
    },
  ],
  notes: [],
  sources: [{ printed_on: '2026-11-03', author: 'Dr. Jana Beispiel' }],
  edited: false,
};

test('keeps a medication list beside the text, and counts it as a change of the text', async () => {
  const conversation = await sent();
  const { anamnesis } = await pageOf(house, conversation, patient);
  await saved(conversation, { anamnesis: { ...anamnesis, medication: 'Tee', medication_list: aList } });
  const page = await pageOf(house, conversation, doctor);
  expect(page.anamnesis).toMatchObject({ medication: 'Tee', medication_list: aList });
  expect(told(page)).toEqual([['medication']]);

  await saved(conversation, { anamnesis: { ...anamnesis, medication: 'Tee', medication_list: null } });
  const { changed_forms: changes, anamnesis: now } = await pageOf(house, conversation, doctor);
  expect(now.medication_list).toBeNull();
  expect(changes).toMatchObject([{ topic: 'medication', before: '' }]);
});

test('the same medicines from a newer plan update its date, without a notification', async () => {
  const conversation = await sent();
  const { anamnesis } = await pageOf(house, conversation, patient);
  await saved(conversation, { anamnesis: { ...anamnesis, medication_list: aList } });
  const newer = { ...aList, sources: [{ printed_on: '2026-11-20', author: 'Dr. Jana Beispiel' }] };
  await saved(conversation, { anamnesis: { ...anamnesis, medication_list: newer } });
  const page = await pageOf(house, conversation, doctor);
  expect(page.anamnesis.medication_list).toEqual(newer);
  expect(told(page)).toEqual([['medication']]);
});

test('saving from a client that does not know medication lists keeps them', async () => {
  const conversation = await sent();
  const { anamnesis } = await pageOf(house, conversation, patient);
  await saved(conversation, { anamnesis: { ...anamnesis, medication_list: aList } });
  const { medication_list: _, ...words } = anamnesis;
  await saved(conversation, { anamnesis: { ...words, medication: 'Tee' } });
  expect((await pageOf(house, conversation, doctor)).anamnesis).toMatchObject({
    medication: 'Tee',
    medication_list: aList,
  });
});

test('a line of a medication list without any name is refused at its field', async () => {
  const conversation = await sent();
  const { anamnesis } = await pageOf(house, conversation, patient);
  const nameless = { ...aList, medicines: [{ ...aList.medicines[0], ingredients: [], pzn: '' }] };
  const refused = await save(conversation, { anamnesis: { ...anamnesis, medication_list: nameless } });
  expect(refused.statusCode).toBe(422);
  expect(refused.json<ProblemBody>().errors).toMatchObject([
    { path: 'anamnesis.medication_list.medicines.0.trade_name', code: 'contentMissing' },
  ]);
});
