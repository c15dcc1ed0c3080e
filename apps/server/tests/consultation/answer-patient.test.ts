import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, AnswerPatient, Request } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { eq } from 'drizzle-orm';
import { questions } from '@konsil/server-domain/schema';
import { later, dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, pageOf, send, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const aCase = (changes: Record<string, unknown> = {}) => sentCase(house, { patient, doctor }, changes);
const inAWeek = () => addDays(dayOf(new Date()), 7);
const todosOf = async (caseId: string) =>
  bodyOf<{ items: Todo[] }>(await requestsAs(house.app, patient).get(`/api/aufgabenoverview/${caseId}`)).items;

test.each<[AnswerOption, Partial<AnswerPatient>, Partial<Answer>, string, string]>([
  ['question_to_patient', {}, {}, 'with_patient', 'patient'],
  ['further_documents_needed', {}, {}, 'with_patient', 'patient'],
  [
    'unable_to_do_anything',
    { reason: 'Zu wenig Gewebe.', next_step: 'Punktion wiederholen.' },
    { reason: 'Zu wenig Gewebe.', next_step: 'Punktion wiederholen.' },
    'answered',
    'none',
  ],
  [
    'recommendation_different_physician',
    { recommended_specialty: 'Nuklearmedizin', reason: 'gehört nicht dazu' },
    { recommended_specialty: 'Nuklearmedizin', reason: null },
    'answered',
    'none',
  ],
  [
    'schedule_appointment',
    { appointments: [later(new Date(), dayMs).toISOString()], appointment_place: 'Praxis, Domstraße 1' },
    {},
    'with_patient',
    'patient',
  ],
])('%s leads to the right case status', async (option, form, expected, status, turn) => {
  const conversation = await aCase();
  const given = bodyOf<Answer>(await answer(house, conversation, option, form), 201);
  expect(given).toMatchObject({
    option,
    answered_by: 'Dr. med. Jonas Weber',
    answer: 'Guten Tag, ich habe alles gesehen.',
    read_at: null,
    todo_id: null,
    ...expected,
  });
  const page = await pageOf(house, conversation, patient);
  expect(page).toMatchObject({
    status,
    turn,
    answer_due_on: null,
    last_answer: { id: given.id, option, read_at: null },
  });
  expect(page.answers).toEqual([given]);
  expect(page.timeline.at(-1)).toMatchObject({
    kind: 'answer_sent',
    ref_id: given.id,
    by: { role: 'doctor', name: 'Dr. med. Jonas Weber', mine: false },
  });
  expect((await house.outbox(patient.email))[0]?.subject).toBe(
    option === 'question_to_patient'
      ? 'Bei Konsil wartet eine Frage auf Sie'
      : 'Sie haben bei Konsil eine neue Antwort',
  );
});

test('a final answer must answer every question', async () => {
  const conversation = await aCase({ questions: ['Muss operiert werden?', 'Wie lange falle ich aus?'] });
  const [first, second] = (await pageOf(house, conversation)).questions;
  const onlyFirst = { question_answers: [{ question_id: first?.id ?? '', text: 'Ja, rechts.' }] };
  const refused = await answer(house, conversation, 'final_answer', onlyFirst);
  expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([
    422,
    [{ path: `question_answers.${second?.id}`, code: 'questionOpen' }],
  ]);
  expect((await pageOf(house, conversation)).status).toBe('with_doctor');

  // In other kinds they are included only if the doctor says so.
  const unsaid = await answer(house, conversation, 'question_to_patient', onlyFirst);
  expect([unsaid.statusCode, unsaid.json<ProblemBody>().errors]).toMatchObject([
    422,
    [{ path: 'question_answers', code: 'answersNotAsked' }],
  ]);
  expect((await pageOf(house, conversation)).questions.map((question) => question.answer)).toEqual([null, null]);
  // Earlier answers count.
  bodyOf(await answer(house, conversation, 'question_to_patient', { ...onlyFirst, with_question_answers: true }), 201);
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  const final = bodyOf<Answer>(
    await answer(house, conversation, 'final_answer', {
      question_answers: [{ question_id: second?.id ?? '', text: 'Zwei Wochen.' }],
    }),
    201,
  );
  expect(final.question_answers).toEqual([
    { question_id: second?.id, question: 'Wie lange falle ich aus?', text: 'Zwei Wochen.' },
  ]);
  expect((await pageOf(house, conversation, patient)).questions.map((question) => question.answer)).toEqual([
    'Ja, rechts.',
    'Zwei Wochen.',
  ]);
});

test('an existing answer keeps its author, also when another doctor resends it', async () => {
  const conversation = await aCase({
    questions: ['Muss operiert werden?', 'Wie lange falle ich aus?', 'Wer operiert?'],
  });
  const successor = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
  const ids = (await pageOf(house, conversation)).questions.map(({ id }) => id);
  const texts = (...words: (string | undefined)[]) => ({
    with_question_answers: true,
    question_answers: words.flatMap((text, index) => (text ? [{ question_id: ids[index] ?? '', text }] : [])),
  });
  const answeredAt = async () =>
    (
      await house.kernel.db
        .select()
        .from(questions)
        .where(eq(questions.caseId, conversation.caseId))
        .orderBy(questions.position)
    ).map((row) => row.answeredAt?.getTime());
  bodyOf(
    await answer(house, conversation, 'recommendation_different_physician', {
      ...texts('Ja, rechts.', 'Zwei Wochen.'),
      recommended_doctor_id: successor.accountId,
    }),
    201,
  );
  const before = await answeredAt();
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/process/${conversation.caseId}/handover`, {
      doctor: successor.accountId,
      consent: true,
    }),
  );
  const theirs = { ...conversation, doctor: successor };

  // The patient's open form is not affected.
  const { version } = await pageOf(house, conversation, patient);
  house.clock.advance(1000);
  const asked = bodyOf<Answer>(
    await answer(house, theirs, 'further_documents_needed', texts('Ja, rechts.', 'Zwei Wochen.')),
    201,
  );
  expect(asked.question_answers).toEqual([]);
  expect(await answeredAt()).toEqual(before);
  const page = await pageOf(house, conversation, patient);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      version,
      diagnosis: page.diagnosis,
      medical_history: page.medical_history,
      questions: page.questions.map(({ id, text }) => ({ id, text })),
    }),
  );

  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  house.clock.advance(1000);
  const final = bodyOf<Answer>(
    await answer(house, theirs, 'final_answer', texts('Ja, rechts.', 'Vier Wochen.', 'Die Klinik.')),
    201,
  );
  expect(final.question_answers.map(({ text }) => text)).toEqual(['Vier Wochen.', 'Die Klinik.']);
  expect((await answeredAt())[0]).toBe(before[0]);
  expect((await pageOf(house, theirs)).questions.map(({ answer: given }) => given)).toEqual([
    'Ja, rechts.',
    'Vier Wochen.',
    'Die Klinik.',
  ]);
});

test('a question added meanwhile blocks the final answer', async () => {
  const conversation = await aCase();
  const page = await pageOf(house, conversation);
  const answered = page.questions.map(({ id }) => ({ question_id: id, text: 'Ja.' }));
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis: page.diagnosis,
      medical_history: page.medical_history,
      questions: [...page.questions.map(({ id, text }) => ({ id, text })), { text: 'Darf ich fliegen?' }],
    }),
  );
  expect(
    (await answer(house, conversation, 'final_answer', { question_answers: answered })).json<ProblemBody>().errors?.[0]
      ?.code,
  ).toBe('questionOpen');
});

test('an answer that missed a newer request is refused with the current case', async () => {
  const conversation = await sentCase(house);
  const [first] = (await pageOf(house, conversation)).requests;
  await addLetter(house, conversation);
  const newer = bodyOf<Request>(await send(house, conversation), 201);
  const reply = (request_id?: string) => answer(house, conversation, 'question_to_patient', { request_id });
  expect((await reply(first?.id)).json<ProblemBody>()).toMatchObject({
    status: 409,
    code: 'version_conflict',
    current: { status: 'with_doctor', requests: [{ id: first?.id }, { id: newer.id }] },
  });
  expect((await pageOf(house, conversation)).answers).toEqual([]);
  expect(bodyOf<Answer>(await reply(newer.id), 201).request_id).toBe(newer.id);
});

test('an answer to a question reworded since is refused', async () => {
  const conversation = await sentCase(house);
  const [asked] = (await pageOf(house, conversation)).questions;
  const reword = (text: string) =>
    requestsAs(house.app, conversation.patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis: 'Knoten',
      medical_history: 'Seit März',
      questions: [{ id: asked?.id, text }],
    });
  bodyOf(await reword('Darf ich die Tabletten absetzen?'));
  const reply = (question?: string) =>
    answer(house, conversation, 'final_answer', {
      question_answers: [{ question_id: asked?.id ?? '', question, text: 'Ja.' }],
    });
  expect((await reply(asked?.text)).json<ProblemBody>()).toMatchObject({
    status: 422,
    errors: [{ path: `question_answers.${asked?.id}`, code: 'questionChanged' }],
  });
  expect(await pageOf(house, conversation)).toMatchObject({
    status: 'with_doctor',
    answers: [],
    questions: [{ answer: null }],
  });
  expect(bodyOf<Answer>(await reply('Darf ich die Tabletten absetzen?'), 201).question_answers).toEqual([
    { question_id: asked?.id, question: 'Darf ich die Tabletten absetzen?', text: 'Ja.' },
  ]);
});

test('an answer creates a ToDo with its due date, linked to the answer', async () => {
  const conversation = await aCase();
  const given = bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'further_documents_needed',
      {
        aufgabeTitel: 'Befund der Punktion hochladen',
        todo_content: 'Bekommen Sie in der Praxis.',
        deadline: inAWeek(),
      },
      'upload_documents',
    ),
    201,
  );
  expect(await todosOf(conversation.caseId)).toMatchObject([
    {
      id: given.todo_id,
      answer_id: given.id,
      title: 'Befund der Punktion hochladen',
      title_code: 'upload_documents',
      content: 'Bekommen Sie in der Praxis.',
      deadline: inAWeek(),
      assignee: 'patient',
      created_by: { role: 'doctor', mine: false },
    },
  ]);
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    open_todos: 1,
    next_deadline: inAWeek(),
    counts: { todos: 1, todos_open: 1 },
  });
  expect(await pageOf(house, conversation)).toMatchObject({ open_todos: 0, counts: { todos: 1, todos_open: 1 } });
});

test.each<[AnswerOption, Partial<AnswerPatient>, string]>([
  ['unable_to_do_anything', { reason: 'Zu wenig.' }, 'next_step'],
  ['recommendation_different_physician', {}, 'recommended_specialty'],
  [
    'recommendation_different_physician',
    { recommended_doctor_id: '00000000-0000-4000-8000-000000000000' },
    'recommended_doctor_id',
  ],
  ['schedule_appointment', { appointments: [] }, 'appointments'],
  ['schedule_appointment', { appointments: ['2020-01-01T09:00:00Z'] }, 'appointments.0'],
])('%s with %j is refused at %s', async (option, form, path) => {
  const conversation = await aCase();
  const refused = await answer(house, conversation, option, form);
  expect([refused.statusCode, refused.json<ProblemBody>().errors?.[0]?.path]).toEqual([422, path]);
});

test('only a case with the doctor can be answered, and only once', async () => {
  const conversation = await aCase();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => answer(house, conversation, 'question_to_patient')),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json<ProblemBody>().code).toBe('not_allowed_now');
});

test('an answer sent twice with one Idempotency-Key is one answer', async () => {
  const conversation = await aCase();
  const key = { 'idempotency-key': `answer-${conversation.caseId}` };
  const twice = await Promise.all([
    answer(house, conversation, 'question_to_patient', {}, 'none', key),
    answer(house, conversation, 'question_to_patient', {}, 'none', key),
  ]);
  expect(new Set(twice.map((response) => bodyOf<Answer>(response, 201).id)).size).toBe(1);
});

test('an unknown option or title is reported to users who may answer the case', async () => {
  const conversation = await aCase();
  const path = `/api/buttonaufgabe/doctor/${conversation.caseId}/perhaps/never`;
  const body = { aufgabeTitel: '', answer: 'x' };
  const refused = await requestsAs(house.app, doctor).post(path, body);
  expect(refused.statusCode).toBe(422);
  expect(refused.json<ProblemBody>().errors).toEqual([
    { path: 'answerValue', code: 'selectOption', message: 'Please select an option' },
    { path: 'titleValue', code: 'selectOption', message: 'Please select an option' },
  ]);
  const stranger = await inviteDoctor(house);
  expect((await requestsAs(house.app, stranger).post(path, body)).statusCode).toBe(404);
  const malformed = path.replace(conversation.caseId, 'x');
  expect((await requestsAs(house.app, doctor).post(malformed, body)).statusCode).toBe(404);
});

test('the doctor sees when the answer was first read', async () => {
  const conversation = await aCase();
  const given = await answerFinally(house, conversation);
  const first = bodyOf<Answer>(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/read`, {}));
  house.clock.advance(60_000);
  const again = bodyOf<Answer>(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/read`, {}));
  expect(again.read_at).toBe(first.read_at);
  expect((await pageOf(house, conversation)).last_answer?.read_at).toBe(first.read_at);
  expect((await requestsAs(house.app, doctor).post(`/api/answers/${given.id}/read`, {})).statusCode).toBe(404);
});

test('the patient says that the answer was clear, and the doctor sees when', async () => {
  const conversation = await aCase();
  const given = await answerFinally(house, conversation);
  const say = (who = patient) => requestsAs(house.app, who).post(`/api/answers/${given.id}/understood`, {});
  expect((await say(doctor)).statusCode).toBe(404);
  const first = bodyOf<Answer>(await say());
  expect(first.understood_at).not.toBeNull();
  expect(first.read_at).not.toBeNull();
  expect(bodyOf<Answer>(await say()).understood_at).toBe(first.understood_at);
  const seen = await pageOf(house, conversation, doctor);
  expect(seen.answers.map(({ understood_at }) => understood_at)).toEqual([first.understood_at]);
});

test('plain-language text is delivered with every kind of answer unless empty', async () => {
  const conversation = await aCase();
  const plain_words = 'Der Knoten ist gutartig.';
  const given = bodyOf<Answer>(await answer(house, conversation, 'question_to_patient', { plain_words }), 201);
  expect(given.plain_words).toBe(plain_words);
  const [read] = (await pageOf(house, conversation, patient)).answers;
  expect(read).toMatchObject({ plain_words, answer: given.answer });
  const other = await aCase();
  const without = bodyOf<Answer>(await answer(house, other, 'question_to_patient', { plain_words: ' ' }), 201);
  expect(without).not.toHaveProperty('plain_words');
});

test('plain-language text of a question is delivered, also if added later', async () => {
  const conversation = await aCase({ questions: ['Muss operiert werden?', 'Wie lange falle ich aus?'] });
  const [first, second] = (await pageOf(house, conversation)).questions;
  const given = bodyOf<Answer>(
    await answer(house, conversation, 'question_to_patient', {
      with_question_answers: true,
      question_answers: [
        { question_id: first?.id ?? '', text: 'Hemithyreoidektomie rechts.', plain_words: 'Ja, die rechte Hälfte.' },
        { question_id: second?.id ?? '', text: 'Zwei Wochen.', plain_words: ' ' },
      ],
    }),
    201,
  );
  const asked = [
    {
      question_id: first?.id,
      question: 'Muss operiert werden?',
      text: 'Hemithyreoidektomie rechts.',
      plain_words: 'Ja, die rechte Hälfte.',
    },
    { question_id: second?.id, question: 'Wie lange falle ich aus?', text: 'Zwei Wochen.' },
  ];
  expect(given.question_answers).toEqual(asked);
  expect((await pageOf(house, conversation, patient)).answers[0]?.question_answers).toEqual(asked);
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  const later = bodyOf<Answer>(
    await answer(house, conversation, 'final_answer', {
      question_answers: [
        { question_id: first?.id ?? '', text: 'Hemithyreoidektomie rechts.' },
        { question_id: second?.id ?? '', text: 'Zwei Wochen.', plain_words: 'Sie sind 14 Tage krank.' },
      ],
    }),
    201,
  );
  expect(later.question_answers).toEqual([{ ...asked[1], plain_words: 'Sie sind 14 Tage krank.' }]);
});

test('fields of other kinds of answer are dropped', async () => {
  const conversation = await aCase();
  const everything = {
    reason: 'Zu wenig.',
    next_step: 'Hausarzt',
    recommended_specialty: 'Radiologie',
    appointments: ['2020-01-01T09:00:00Z'],
    appointment_place: 'Praxis',
    todo_content: 'Bald',
    deadline: '2020-01-01',
    aufgabeTitel: 'Anrufen',
  };
  const given = bodyOf<Answer>(await answer(house, conversation, 'question_to_patient', everything), 201);
  expect(given).toMatchObject({
    reason: null,
    next_step: null,
    recommended_specialty: null,
    appointment: null,
    todo_id: null,
  });
  expect(await todosOf(conversation.caseId)).toEqual([]);
});
