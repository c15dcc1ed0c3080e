import type { ProblemBody } from '@konsil/contracts/problem';
import type { Todo } from '@konsil/contracts/todos';
import { and, eq } from 'drizzle-orm';
import { notices, todos } from '@konsil/server-domain/schema';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, send, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signIn, signInAgain, signUpPatient, type Person } from '../support/people.ts';
import { untilServed } from '../support/until-served.ts';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  conversation = await sentCase(house, { patient, doctor });
});

const inDays = (days: number) => addDays(dayOf(new Date()), days);
const form = (changes: Record<string, unknown> = {}) => ({
  title: 'MRT-Termin machen',
  content: 'Bitte in der Radiologie anrufen.',
  deadline: inDays(5),
  priority: 'normal',
  assignee: 'patient',
  ...changes,
});
const add = (who: Person, changes: Record<string, unknown> = {}, caseId = conversation.caseId) =>
  requestsAs(house.app, who).post(`/api/aufgaben/${caseId}`, form(changes));
const put = (who: Person, { id }: Pick<Todo, 'id'>, changes: Record<string, unknown>) =>
  requestsAs(house.app, who).put(`/api/aufgaben/${id}`, changes);
const list = async (who: Person, query = '', caseId = '') =>
  bodyOf<{ items: Todo[]; total: number }>(
    await requestsAs(house.app, who).get(`${caseId ? `/api/aufgabenoverview/${caseId}` : '/api/aufgaben'}?${query}`),
  );

test('requires title, content and due date', async () => {
  const response = await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, {
    title: ' ',
    content: '',
    priority: 'normal',
    assignee: 'patient',
  });
  expect(
    response
      .json<ProblemBody>()
      .errors?.map(({ code }) => code)
      .sort(),
  ).toEqual(['contentMissing', 'deadlineMissing', 'titleMissing']);
  expect((await add(doctor, { deadline: inDays(-1) })).json<ProblemBody>().errors).toMatchObject([
    { path: 'deadline', code: 'deadlinePast' },
  ]);
});

test("a single ToDo is readable by id, for its case's sides only", async () => {
  const { id } = bodyOf<Todo>(await add(doctor), 201);
  for (const reader of [patient, doctor])
    expect(bodyOf<Todo>(await requestsAs(house.app, reader).get(`/api/aufgaben/${id}`))).toMatchObject({
      id,
      ...form(),
    });
  const stranger = await signUpPatient(house);
  expect((await requestsAs(house.app, stranger).get(`/api/aufgaben/${id}`)).statusCode).toBe(404);
});

test('optional fields have defaults (patient, no priority) and are kept on edits', async () => {
  const { priority: _priority, assignee: _assignee, ...needed } = form();
  const todo = bodyOf<Todo>(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, needed),
    201,
  );
  expect(todo).toMatchObject({ priority: 'undefined', assignee: 'patient' });
  const own = bodyOf<Todo>(await add(doctor, { priority: 'high', assignee: 'doctor' }), 201);
  expect(bodyOf<Todo>(await put(doctor, own, { title: 'Anrufen' }))).toMatchObject({
    title: 'Anrufen',
    priority: 'high',
    assignee: 'doctor',
  });
});

test("a doctor's ToDo can be ticked and reopened by the patient", async () => {
  const todo = bodyOf<Todo>(await add(doctor), 201);
  expect(todo).toMatchObject({
    version: 1,
    case_name: 'Knoten in der Schilddrüse',
    title_code: 'other',
    created_by: { role: 'doctor', name: 'Dr. med. Jonas Weber', mine: true },
    completed_at: null,
  });
  const done = bodyOf<Todo>(await put(patient, todo, { done: true, version: 1 }));
  expect(done).toMatchObject({ version: 2, completed_at: expect.any(String), created_by: { mine: false } });
  expect(
    (await pageOf(house, conversation)).timeline
      .filter(({ ref_id }) => ref_id === todo.id)
      .map(({ kind, subject }) => `${kind}: ${subject}`),
  ).toEqual(['todo_added: MRT-Termin machen', 'todo_done: MRT-Termin machen']);
  // Ticked again, e.g. in another tab: already done.
  expect(bodyOf<Todo>(await put(patient, todo, { done: true, version: 1 })).completed_at).toBe(done.completed_at);
  expect(bodyOf<Todo>(await put(patient, todo, { done: false, version: 2 })).completed_at).toBeNull();
  expect(
    (await pageOf(house, conversation)).timeline.filter(({ ref_id }) => ref_id === todo.id).map(({ kind }) => kind),
  ).toEqual(['todo_added']);
});

test('the author takes back an open ToDo, which the timeline tells', async () => {
  const todo = bodyOf<Todo>(await add(doctor), 201);
  const countOf = async (who: Person, query: string) => (await list(who, query, conversation.caseId)).total;
  const open = await countOf(patient, 'state=open');
  const back = bodyOf<Todo>(await put(doctor, todo, { dropped: true, version: todo.version }));
  expect(back).toMatchObject({ version: 2, dropped: true, completed_at: expect.any(String) });
  expect(await countOf(patient, 'state=open')).toBe(open - 1);
  // Sent again after a lost response.
  expect(bodyOf<Todo>(await put(doctor, todo, { dropped: true, version: todo.version })).version).toBe(2);
  const entries = async () =>
    (await pageOf(house, conversation)).timeline
      .filter(({ ref_id }) => ref_id === todo.id)
      .map(({ kind, by }) => `${kind} by ${by.name}`);
  expect(await entries()).toEqual(['todo_added by Dr. med. Jonas Weber', 'todo_dropped by Dr. med. Jonas Weber']);
  // The author alone opens it again.
  expect((await put(patient, todo, { done: false })).json<ProblemBody>().code).toBe('not_allowed_now');
  expect(bodyOf<Todo>(await put(doctor, todo, { done: false }))).toMatchObject({ dropped: false, completed_at: null });
  expect(await entries()).toEqual(['todo_added by Dr. med. Jonas Weber']);
});

test('a ToDo is not taken back by others, or once it is done or changed', async () => {
  const given = bodyOf<Todo>(await add(doctor), 201);
  const own = bodyOf<Todo>(await add(patient), 201);
  for (const [who, todo] of [
    [patient, given],
    [doctor, own],
  ] as const)
    expect((await put(who, todo, { dropped: true })).json<ProblemBody>().code).toBe('not_allowed_now');
  const stranger = await inviteDoctor(house);
  expect((await put(stranger, given, { dropped: true })).statusCode).toBe(404);
  for (const also of [{ done: true }, { title: 'Anders' }])
    expect((await put(doctor, given, { dropped: true, ...also })).json<ProblemBody>().errors).toMatchObject([
      { path: 'dropped' },
    ]);
  expect((await put(doctor, given, { dropped: false })).statusCode).toBe(422);
  bodyOf(await put(patient, given, { done: true }));
  expect((await put(doctor, given, { dropped: true, version: 1 })).json<ProblemBody>().code).toBe('version_conflict');
  expect((await put(doctor, given, { dropped: true })).json<ProblemBody>().code).toBe('not_allowed_now');
});

test("an answer's ToDo is not taken back without the answer", async () => {
  const asked = await sentCase(house, { patient: await signUpPatient(house), doctor });
  const words = { aufgabeTitel: 'Upload the missing documents', answer: 'Bitte den Befund.', deadline: inDays(5) };
  bodyOf(await answer(house, asked, 'further_documents_needed', words, 'upload_documents'), 201);
  const [todo] = (await list(doctor, 'state=open', asked.caseId)).items;
  if (!todo) throw new Error('The answer gave no ToDo.');
  expect((await put(doctor, todo, { dropped: true })).json<ProblemBody>().code).toBe('not_allowed_now');
});

test('the patient adds own ToDos and edits only these', async () => {
  const own = bodyOf<Todo>(await add(patient), 201);
  expect((await add(patient, { assignee: 'doctor' })).json<ProblemBody>().errors?.[0]?.path).toBe('assignee');
  expect(bodyOf<Todo>(await put(patient, own, { title: 'Anrufen', version: 1 }))).toMatchObject({
    title: 'Anrufen',
    content: 'Bitte in der Radiologie anrufen.',
    version: 2,
  });
  expect((await put(patient, own, { assignee: 'doctor' })).statusCode).toBe(422);
  const given = bodyOf<Todo>(await add(doctor), 201);
  expect((await put(patient, given, { title: 'Lieber nicht' })).json<ProblemBody>().code).toBe('not_allowed_now');
  expect(bodyOf<Todo>(await put(doctor, own, { priority: 'high' })).priority).toBe('high');
});

test("reassigning a doctor's ToDo to the patient notifies and reminds like a new one", async () => {
  const own = bodyOf<Todo>(await add(doctor, { assignee: 'doctor' }), 201);
  const { db } = house.kernel;
  await db.update(todos).set({ remindedAt: new Date() }).where(eq(todos.id, own.id));
  const told = () => db.$count(notices, and(eq(notices.accountId, patient.accountId), eq(notices.kind, 'todo')));
  const before = await told();
  bodyOf(await put(doctor, own, { title: 'Labor anrufen' }));
  expect(await told()).toBe(before);
  bodyOf(await put(doctor, own, { assignee: 'patient' }));
  expect(await told()).toBe(before + 1);
  expect((await db.select().from(todos).where(eq(todos.id, own.id)))[0]?.remindedAt).toBeNull();
  bodyOf(await put(doctor, own, { assignee: 'patient', priority: 'high' }));
  expect(await told()).toBe(before + 1);
});

test("a draft's ToDo follows a change of the doctor", async () => {
  const draft = await newCase(house, { patient, doctor });
  const own = bodyOf<Todo>(await add(patient, { title: 'Befund anfordern' }, draft.caseId), 201);
  const other = await inviteDoctor(house);
  bodyOf(await requestsAs(house.app, patient).put(`/api/process/${draft.caseId}`, { doctor: other.accountId }));
  await addLetter(house, draft);
  bodyOf(await send(house, draft), 201);
  expect((await list(other)).items.map(({ id }) => id)).toEqual([own.id]);
});

test('one of 20 edits of one version wins, the others get a conflict', async () => {
  const todo = bodyOf<Todo>(await add(doctor), 201);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      untilServed(() => put(doctor, todo, { title: `Titel ${index}`, version: 1 })),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  const winner = answers.find(({ statusCode }) => statusCode === 200)?.json<Todo>();
  const losers = answers.filter(({ statusCode }) => statusCode === 409);
  for (const loser of losers) expect(loser.json<ProblemBody>().current).toEqual(winner);
  expect(bodyOf<Todo>(await requestsAs(house.app, doctor).get(`/api/aufgaben/${todo.id}`))).toEqual(winner);
  expect(winner?.version).toBe(2);
});

test('a ToDo sent twice with one Idempotency-Key is one ToDo', async () => {
  const key = { 'idempotency-key': 'one-todo-only' };
  const twice = await Promise.all(
    [1, 2].map(() => requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, form(), key)),
  );
  expect(new Set(twice.map((response) => bodyOf<Todo>(response, 201).id)).size).toBe(1);
});

test('lists: open before done, filters, search by title, person and content', async () => {
  const own = await sentCase(
    house,
    { patient: await signUpPatient(house, { last_name: 'Tannhauser' }), doctor },
    { case_name: 'Jodallergie' },
  );
  const [late, soon, done] = [
    bodyOf<Todo>(await add(doctor, { title: 'Labor', deadline: inDays(9) }, own.caseId), 201),
    bodyOf<Todo>(
      await add(doctor, { title: 'Rückruf', deadline: inDays(1), assignee: 'doctor', priority: 'high' }, own.caseId),
      201,
    ),
    bodyOf<Todo>(await add(doctor, { title: 'Brief', content: 'Kopie an die Hausärztin' }, own.caseId), 201),
  ];
  bodyOf(await put(doctor, done, { done: true }));
  const titles = async (query: string) => (await list(doctor, query, own.caseId)).items.map(({ title }) => title);
  expect(await titles('')).toEqual(['Rückruf', 'Labor', 'Brief']);
  expect(await titles('sort=priority')).toEqual(['Rückruf', 'Labor', 'Brief']);
  expect(await titles('sort=created')).toEqual(['Brief', 'Rückruf', 'Labor']);
  expect(await titles('state=open&assignee=patient')).toEqual(['Labor']);
  expect(await titles('state=done')).toEqual(['Brief']);
  expect(await titles('state=overdue')).toEqual([]);
  expect((await list(doctor, 'search=tannh%20lab')).items.map(({ id }) => id)).toEqual([late.id]);
  expect((await list(doctor, 'search=Haus%C3%A4rztin')).items.map(({ id }) => id)).toEqual([done.id]);
  expect((await list(doctor, 'search=jodall&limit=2')).total).toBe(3);
  // "Andere Aufgabe" is the choice in the form, not the title of a ToDo.
  expect((await list(doctor, 'search=Andere%20Aufgabe')).total).toBe(0);
  house.clock.advance(2 * 86_400_000);
  const session = { ...doctor, ...(await signIn(house.app, doctor.email)) };
  expect((await list(session, 'state=overdue&search=tannhauser')).items.map(({ id }) => id)).toEqual([soon.id]);
});

test('a built-in title is found in either language, also combined with other words', async () => {
  const asked = await sentCase(house, {
    patient: await signUpPatient(house, { last_name: 'Quandt' }),
    doctor: await signInAgain(house.app, doctor),
  });
  bodyOf(
    await answer(
      house,
      asked,
      'further_documents_needed',
      { aufgabeTitel: 'Upload the missing documents', answer: 'Bitte den Befund.', deadline: inDays(5) },
      'upload_documents',
    ),
    201,
  );
  const found = async (words: string) =>
    (await list(asked.patient, `search=${encodeURIComponent(words)}`)).items.map(({ title_code: code }) => code);
  for (const words of ['Unterlagen hochladen', 'unterl', 'Quandt Unterlagen', 'missing documents'])
    expect(await found(words)).toEqual(['upload_documents']);
  for (const words of ['Unterlagen Meier', 'Termin', 'laden']) expect(await found(words)).toEqual([]);
});

test("a draft's ToDo is hidden from the doctor", async () => {
  const someone = await signUpPatient(house);
  const draft = await newCase(house, { patient: someone, doctor });
  const todo = bodyOf<Todo>(await add(someone, { deadline: inDays(10) }, draft.caseId), 201);
  const session = await signIn(house.app, doctor.email);
  expect((await requestsAs(house.app, session).put(`/api/aufgaben/${todo.id}`, { done: true })).statusCode).toBe(404);
  expect(
    (await requestsAs(house.app, session).get('/api/aufgaben')).json<{ items: Todo[] }>().items.map(({ id }) => id),
  ).not.toContain(todo.id);
});
