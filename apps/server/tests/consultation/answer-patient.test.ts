import { execFileSync } from 'node:child_process';
import type { Account } from '@konsil/contracts/accounts';
import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { AnsweredMeasurements, MarkedForAnswer, Measurement } from '@konsil/contracts/measurements';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer, AnswerPatient, Request } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { eq } from 'drizzle-orm';
import { questions } from '@konsil/server-domain/schema';
import { answerLetterHits } from '@konsil/server-domain/accounts/account-limits';
import { aLetter, aPhotoWithPosition } from '@konsil/server-documents/testing/samples';
import { imageElements, writeDicom } from '@konsil/server-dicom/testing/write-dicom';
import { later, dayMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, newCase, pageOf, send, sentCase } from '../support/cases.ts';
import { details, uploadOne } from '../support/upload.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { addDays, dayOf } from '@konsil/server-domain/cases/working-days';

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

test('a question reworded meanwhile must be read again before it is answered', async () => {
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

const letterAs = (who: Person, id: string, query = '') =>
  requestsAs(house.app, who).get(`/api/answers/${id}/letter.pdf${query}`);

test('patient and doctor get the letter of an answer, others do not', async () => {
  const conversation = await aCase();
  const given = await answerFinally(house, conversation);
  for (const reader of [patient, doctor]) {
    const { statusCode, headers, rawPayload } = await letterAs(reader, given.id);
    expect({ statusCode, type: headers['content-type'] }).toEqual({ statusCode: 200, type: 'application/pdf' });
    expect(headers['content-disposition']).toBe(
      `inline; filename="arztbrief-${dayOf(new Date(given.answered_at))}.pdf"`,
    );
    expect(rawPayload.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7');
  }
  expect((await letterAs(await inviteDoctor(house), given.id)).statusCode).toBe(404);
  expect((await letterAs(await signUpPatient(house), given.id)).statusCode).toBe(404);
  expect((await letterAs(patient, given.id, '?language=fr')).statusCode).toBe(422);
});

test('a letter stays the same when the doctor, the patient and the case change', async () => {
  const author = await inviteDoctor(house);
  const me = requestsAs(house.app, author);
  const { doctor: entry } = bodyOf<Account>(await me.get('/account/me'));
  const practice = { practice_name: 'Praxis am Dom', practice_address: 'Domstraße 1, 50667 Köln', lanr: '999999900' };
  bodyOf(await me.put('/account/doctor', { ...entry, ...practice }));
  const conversation = await sentCase(house, { patient, doctor: author });
  const given = await answerFinally(house, conversation);
  const before = {
    de: (await letterAs(patient, given.id, '?language=de')).rawPayload,
    en: (await letterAs(author, given.id, '?language=en')).rawPayload,
  };
  expect(before.de.equals(before.en)).toBe(false);
  bodyOf(await me.put('/account/doctor', { ...entry, last_name: 'Neu', practice_name: 'Andere Praxis', lanr: '' }));
  await addLetter(house, conversation);
  await send(house, conversation);
  for (const [language, bytes] of Object.entries(before))
    for (const reader of [patient, author])
      expect((await letterAs(reader, given.id, `?language=${language}`)).rawPayload.equals(bytes)).toBe(true);
});

test('an account that opens letters without end is stopped, others are not', async () => {
  const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const [reader, author] = [await signUpPatient(strict), await inviteDoctor(strict)];
  const given = await answerFinally(strict, await sentCase(strict, { patient: reader, doctor: author }));
  const opens = async (who: Person) =>
    (await requestsAs(strict.app, who).get(`/api/answers/${given.id}/letter.pdf`)).statusCode;
  const hits = answerLetterHits(reader.accountId);
  await Promise.all(Array.from({ length: 60 }, () => strict.kernel.limits.count(...hits)));
  expect([await opens(reader), await opens(author)]).toEqual([429, 200]);
});

describe('Measurements that the doctor marked', () => {
  const study = '1.2.9.77';
  const length: Measurement = {
    id: '0d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f11',
    kind: 'length',
    study,
    series: '1.2.3.4',
    instance: '1.2.3.4.5',
    frame: 1,
    points: [
      [0, 0],
      [1, 1],
    ],
    name: 'Tumor Nebenniere links',
    window: { center: 40, width: 400 },
    for_answer: { numbers: [{ of: 'length', value: 34.24, unit: 'mm' }] },
  };
  const unmarked: Measurement = { ...length, id: '1d6f2c0e-6a3e-4a55-9a39-0c2e6d0b6f12', for_answer: undefined };

  /** A case with a CT, and the viewer of one of its readers. */
  const aCaseWithImages = async (name = 'Möller^Petra') => {
    const conversation = await newCase(house, { doctor });
    const { patient } = conversation;
    const bytes = writeDicom(
      imageElements(
        ['0020000d', 'UI', study],
        ['00080060', 'CS', 'CT'],
        ['00080020', 'DA', '20261112'],
        ['00200011', 'IS', '3'],
        ['00200013', 'IS', '62'],
        ['00100010', 'PN', name],
        ['00100030', 'DA', '19680421'],
      ),
    );
    const { documentId } = await uploadOne(house.app, patient, conversation.caseId, 'ct.dcm', bytes);
    bodyOf(await requestsAs(house.app, patient).post(`/api/metadata/${documentId}`, details()));
    bodyOf(await send(house, conversation), 201);
    const viewerOf = async (person: Person) => {
      const { url } = bodyOf<{ url: string }>(
        await requestsAs(house.app, person).post(`/api/documents/${documentId}/viewer`),
      );
      const link = new URL(url);
      const { headers } = await house.app.inject({ url: link.pathname + link.search });
      const opening = new URL(String(headers.location), link).searchParams.get('opening');
      const root = `/dicom-web/openings/${opening}/studies/${study}`;
      const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
      return {
        keep: async (items: Measurement[], over: string | null) =>
          bodyOf<{ revision: string }>(
            await house.app.inject({
              method: 'PUT',
              url: `${root}/measurements`,
              headers: { cookie },
              payload: { content: { version: 1, items }, over },
            }),
          ).revision,
        answered: async () =>
          bodyOf<AnsweredMeasurements[]>(await house.app.inject({ url: `${root}/answered`, headers: { cookie } })),
      };
    };
    const marked = async () =>
      bodyOf<MarkedForAnswer>(
        await requestsAs(house.app, doctor).get(`/api/process/${conversation.caseId}/measurements`),
      );
    return { conversation, documentId, viewerOf, marked };
  };

  test('are frozen with the answer, in its letter and for both in the viewer, until it is withdrawn', async () => {
    const { conversation, documentId, viewerOf, marked } = await aCaseWithImages();
    const { patient } = conversation;
    const [desk, theirs] = [await viewerOf(doctor), await viewerOf(patient)];
    expect(await marked()).toEqual({ revision: null, items: [], left_out: 0 });
    const seen = await desk.keep([length, unmarked], null);
    const { for_answer: _marked, ...measured } = length;
    const expected = {
      ...measured,
      numbers: [{ of: 'length', value: 34.24, unit: 'mm' }],
      image: {
        document_id: documentId,
        modality: 'CT',
        study_date: '2026-11-12',
        series_number: 3,
        number: 62,
        frames: 1,
      },
    };
    expect(await marked()).toEqual({ revision: seen, items: [expected], left_out: 0 });

    // Changed since the doctor saw the list: nothing is sent that was not seen.
    const longer = { ...length, for_answer: { numbers: [{ of: 'length' as const, value: 35, unit: 'mm' as const }] } };
    const now = await desk.keep([longer, unmarked], seen);
    for (const measurements of [
      { revision: seen, ids: [length.id] },
      { revision: now, ids: [unmarked.id] },
    ]) {
      const refused = await answer(house, conversation, 'question_to_patient', { measurements });
      expect([refused.statusCode, refused.json<ProblemBody>().errors]).toMatchObject([
        422,
        [{ path: 'measurements', code: 'measurementsChanged' }],
      ]);
    }
    const given = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', { measurements: { revision: now, ids: [length.id] } }),
      201,
    );
    const sent = [{ ...expected, numbers: [{ of: 'length', value: 35, unit: 'mm' }] }];
    expect(given.measurements).toEqual(sent);
    expect(await marked()).toMatchObject({ items: [] });
    // Later drawings of the doctor change nothing.
    await desk.keep([], now);
    const group = { answer_id: given.id, doctor: 'Dr. med. Jonas Weber', answered_at: given.answered_at, items: sent };
    expect(await desk.answered()).toEqual([group]);
    // The patient learns of it with the answer, which could be withdrawn until then.
    expect(await theirs.answered()).toEqual([]);

    expect((await requestsAs(house.app, doctor).post(`/api/sendings/${given.id}/withdraw`, {})).statusCode).toBe(200);
    expect([await desk.answered(), await theirs.answered()]).toEqual([[], []]);

    const again = await desk.keep([longer], (await marked()).revision);
    const second = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', { measurements: { revision: again, ids: [length.id] } }),
      201,
    );
    expect((await pageOf(house, conversation, patient)).answers.at(-1)?.measurements).toEqual(sent);
    expect(await theirs.answered()).toEqual([{ ...group, answer_id: second.id, answered_at: second.answered_at }]);
    const { rawPayload } = await letterAs(patient, second.id, '?language=de');
    const letter = execFileSync('pdftotext', ['-layout', '-', '-'], { input: rawPayload, encoding: 'utf8' });
    expect(letter).toContain('Messungen in den Aufnahmen');
    expect(letter).toMatch(/1\s+Tumor Nebenniere links\s+35,0 mm\s+CT 12\.11\.2026, Serie 3,/);
  });

  test('are not sent where the images name another person, or are gone', async () => {
    const { viewerOf, marked } = await aCaseWithImages('Fremd^Paul');
    const seen = await (await viewerOf(doctor)).keep([length, { ...length, id: unmarked.id, frame: 2 }], null);
    expect(await marked()).toEqual({ revision: seen, items: [], left_out: 2 });
  });

  test('are listed for the doctor who answers, for nobody else', async () => {
    const { conversation } = await aCaseWithImages();
    for (const person of [conversation.patient, await inviteDoctor(house)])
      expect(
        (await requestsAs(house.app, person).get(`/api/process/${conversation.caseId}/measurements`)).statusCode,
      ).toBe(404);
  });
});

describe('A pin', () => {
  const region = { left: 0.1, top: 0.4, width: 0.8, height: 0.05 };
  const aPinnedCase = async () => {
    const conversation = await newCase(house, { doctor });
    const { documentId } = await uploadOne(
      house.app,
      conversation.patient,
      conversation.caseId,
      'labor.pdf',
      await aLetter(['Cortisol']),
    );
    const photo = await uploadOne(
      house.app,
      conversation.patient,
      conversation.caseId,
      'seite.jpg',
      await aPhotoWithPosition(60, 80),
    );
    for (const id of [documentId, photo.documentId])
      bodyOf(await requestsAs(house.app, conversation.patient).post(`/api/metadata/${id}`, details()));
    bodyOf(await send(house, conversation), 201);
    const pin = (place: object = {}) => ({
      number: 1,
      words: 'Der Wert nach der Tablette',
      place: { kind: 'page' as const, document_id: documentId, page: 1, region, ...place },
    });
    return { conversation, documentId, photoId: photo.documentId, pin };
  };

  test('is frozen with the answer and its document, in the letter in words, and says if the document is gone', async () => {
    const { conversation, documentId, photoId, pin } = await aPinnedCase();
    const text = 'Ihr Cortisol sinkt nicht weit genug ab [1].';
    const given = bodyOf<Answer>(
      await answer(house, conversation, 'question_to_patient', {
        answer: text,
        pins: [pin(), { ...pin({ document_id: photoId }), number: 2 }],
      }),
      201,
    );
    const sent = {
      number: 1,
      words: 'Der Wert nach der Tablette',
      place: {
        kind: 'page',
        document_id: documentId,
        page: 1,
        region,
        document: { medical_kind_code: 'letter', issue_date: '2026-09-14', source_name: 'Klinikum Rosenberg' },
        there: true,
      },
    };
    const onPhoto = { ...sent, number: 2, place: { ...sent.place, document_id: photoId } };
    expect(given.pins).toEqual([sent, onPhoto]);
    expect((await pageOf(house, conversation, conversation.patient)).answers[0]?.pins).toEqual([sent, onPhoto]);
    const kept = await requestsAs(house.app, doctor).get(`/api/letters/${given.id}/letter.pdf?language=de`);
    for (const { rawPayload } of [await letterAs(conversation.patient, given.id, '?language=de'), kept]) {
      const letter = execFileSync('pdftotext', ['-layout', '-', '-'], { input: rawPayload, encoding: 'utf8' });
      expect(letter.replace(/\s+/g, ' ')).toContain(
        '[1]: Der Wert nach der Tablette, Arztbrief, 14. September 2026, Klinikum Rosenberg, Seite 1',
      );
    }
    bodyOf(await requestsAs(house.app, conversation.patient).delete(`/api/individualdocument/get/${documentId}`));
    expect((await pageOf(house, conversation, conversation.patient)).answers[0]?.pins).toEqual([
      { ...sent, place: { ...sent.place, there: false } },
      onPhoto,
    ]);
  });

  test('is refused on a page that is not there, beyond its page, and in a document of another case', async () => {
    const { conversation, photoId, pin } = await aPinnedCase();
    const foreign = await aPinnedCase();
    const refusalOf = async (place: object) => {
      const refused = await answer(house, conversation, 'question_to_patient', { pins: [pin(place)] });
      return [refused.statusCode, refused.json<ProblemBody>().errors?.[0]?.code];
    };
    expect(await refusalOf({ page: 2 })).toEqual([422, 'pinGone']);
    expect(await refusalOf({ document_id: photoId, page: 2 })).toEqual([422, 'pinGone']);
    expect(await refusalOf({ document_id: foreign.documentId })).toEqual([422, 'pinGone']);
    expect((await refusalOf({ region: { ...region, left: 0.9 } }))[0]).toBe(422);
  });
});
