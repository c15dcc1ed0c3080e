import type { Message } from '@konsil/contracts/messages';
import type { Patient } from '@konsil/contracts/patients';
import type { ProblemBody } from '@konsil/contracts/problem';
import { randomUUID } from 'node:crypto';
import { cursorOf } from '@konsil/server-platform/http/cursors';
import { minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { sendDueNotices } from '@konsil/server-domain/notices/notices';

let house: TestApp;
let patient: Person;
let doctor: Person;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  conversation = await sentCase(house, { patient, doctor });
});

const write = (
  who: Person,
  changes: Record<string, unknown> = {},
  { caseId } = conversation,
  headers: Record<string, string> = {},
) =>
  requestsAs(house.app, who).post(
    `/api/messages/${caseId}`,
    { subject: 'Blutwerte', message: 'Wann darf ich anrufen?', ...changes },
    headers,
  );
const put = (who: Person, { id }: Pick<Message, 'id'>, changes: Record<string, unknown>) =>
  requestsAs(house.app, who).put(`/api/messages/${id}`, changes);
const list = async (who: Person, query = '', caseId = '') =>
  bodyOf<{ items: Message[]; total: number; next_cursor: string | null }>(
    await requestsAs(house.app, who).get(`/api/messagesoverview${caseId && `/${caseId}`}?${query}`),
  );
const find = async (who: Person, { id }: Pick<Message, 'id'>) =>
  (await list(who, 'limit=200', conversation.caseId)).items.find((message) => message.id === id);

test('a message reaches the other side, unread, with sender and recipient', async () => {
  const message = bodyOf<Message>(await write(patient), 201);
  expect(message).toMatchObject({
    direction: 'sent',
    unread: false,
    read_at: null,
    version: 1,
    sender: { role: 'patient', name: 'Petra Möller' },
    to: { role: 'doctor', name: 'Dr. med. Jonas Weber' },
    case_name: 'Knoten in der Schilddrüse',
  });
  expect(await find(doctor, message)).toMatchObject({
    direction: 'received',
    unread: true,
    message: 'Wann darf ich anrufen?',
  });
  expect(await pageOf(house, conversation)).toMatchObject({
    unread_messages: 1,
    counts: { messages: 1, messages_unread: 1 },
  });
  expect((await pageOf(house, conversation, patient)).unread_messages).toBe(0);
});

test("the timeline shows a message's subject to both sides", async () => {
  const { id } = bodyOf<Message>(await write(patient, { subject: 'Schlaf' }), 201);
  for (const reader of [patient, doctor])
    expect((await pageOf(house, conversation, reader)).timeline.find(({ ref_id }) => ref_id === id)).toMatchObject({
      kind: 'message_sent',
      subject: 'Schlaf',
    });
});

test('requires subject and text', async () => {
  expect(
    (await write(patient, { subject: ' ', message: '' }))
      .json<ProblemBody>()
      .errors?.map(({ code }) => code)
      .sort(),
  ).toEqual(['messageMissing', 'subjectMissing']);
});

test('the sender sees the first reading, also if marked unread again', async () => {
  const message = bodyOf<Message>(await write(patient), 201);
  const read = bodyOf<Message>(await put(doctor, message, { read: true }));
  expect(read).toMatchObject({ unread: false, read_at: expect.any(String) });
  expect((await find(patient, message))?.read_at).toBe(read.read_at);
  expect(bodyOf<Message>(await put(doctor, message, { read: false }))).toMatchObject({
    unread: true,
    read_at: read.read_at,
  });
  expect((await put(patient, message, { message: 'Doch anders' })).json<ProblemBody>()).toMatchObject({
    status: 409,
    code: 'already_read',
  });
});

test("the reply to a question returns the case; a doctor's own message does not", async () => {
  const asked = await sentCase(house, { patient, doctor });
  bodyOf(
    await requestsAs(house.app, doctor).post(
      `/api/buttonaufgabe/doctor/${asked.caseId}/question_to_patient/answer_question`,
      {
        aufgabeTitel: '',
        deadline: '2099-01-31',
        answer: 'Rauchen Sie?',
      },
    ),
    201,
  );
  bodyOf(await write(doctor, {}, asked), 201);
  expect(await pageOf(house, asked, patient)).toMatchObject({
    status: 'with_patient',
    turn: 'patient',
    answer_due_on: null,
    open_todos: 1,
  });
  bodyOf(await write(patient, { message: 'Nein.' }, asked), 201);
  expect(await pageOf(house, asked, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
    open_todos: 0,
  });
  bodyOf(
    await requestsAs(house.app, doctor).post(
      `/api/buttonaufgabe/doctor/${asked.caseId}/further_documents_needed/none`,
      {
        aufgabeTitel: '',
        answer: 'Danke. Bitte noch das Labor.',
      },
    ),
    201,
  );
  bodyOf(await write(patient, { message: 'Kommt.' }, asked), 201);
  expect(await pageOf(house, asked, patient)).toMatchObject({ status: 'with_patient', turn: 'patient' });
});

test('a message can be edited by its sender until it was read', async () => {
  const message = bodyOf<Message>(await write(patient), 201);
  expect(bodyOf<Message>(await put(patient, message, { message: 'Wann darf ich kommen?', version: 1 }))).toMatchObject({
    version: 2,
    message: 'Wann darf ich kommen?',
    subject: 'Blutwerte',
    edited_at: expect.any(String),
  });
  expect((await put(patient, message, { message: 'Alt', version: 1 })).json<ProblemBody>()).toMatchObject({
    code: 'version_conflict',
    current: { message: 'Wann darf ich kommen?' },
  });
  expect((await put(doctor, message, { message: 'Fremd' })).json<ProblemBody>().code).toBe('not_allowed_now');
  expect((await put(patient, message, { read: true })).json<ProblemBody>().code).toBe('not_allowed_now');
});

test.each([
  ['the list of all messages', '/api/messagesoverview'],
  ['the thread', () => `/api/messagesoverview/${conversation.caseId}`],
  ['the case, whose timeline names it', () => `/api/processoverview/${conversation.caseId}`],
] as const)('it cannot be edited once %s showed it to the other side', async (_, path) => {
  const url = typeof path === 'string' ? path : path();
  const message = bodyOf<Message>(await write(patient), 201);
  expect(message.shown_at).toBeNull();
  await requestsAs(house.app, patient).get(url);
  expect((await find(patient, message))?.shown_at).toBeNull();
  bodyOf(await requestsAs(house.app, doctor).get(url));
  expect(await find(patient, message)).toMatchObject({ shown_at: expect.any(String), read_at: null });
  expect((await put(patient, message, { message: 'Doch anders' })).json<ProblemBody>()).toMatchObject({
    status: 409,
    code: 'already_read',
    current: { message: 'Wann darf ich anrufen?' },
  });
});

test('editing a message while the other side lists it never shows a changing text', async () => {
  for (let round = 0; round < 10; round += 1) {
    const message = bodyOf<Message>(await write(patient), 201);
    const [edit, page] = await Promise.all([put(patient, message, { message: 'Geändert' }), list(doctor, 'limit=5')]);
    const shown = page.items.find(({ id }) => id === message.id);
    expect([edit?.statusCode, shown?.message]).toEqual(
      edit?.statusCode === 200 ? [200, 'Geändert'] : [409, 'Wann darf ich anrufen?'],
    );
    expect((await find(doctor, message))?.message).toBe(shown?.message);
  }
});

test('of editing and reading at the same time, the first one wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const message = bodyOf<Message>(await write(patient), 201);
    const [edit] = await Promise.all([
      put(patient, message, { message: 'Geändert' }),
      put(doctor, message, { read: true }),
    ]);
    const after = await find(doctor, message);
    expect(after?.message).toBe(edit?.statusCode === 200 ? 'Geändert' : 'Wann darf ich anrufen?');
  }
});

test('attachments must belong to the case and be visible to the other side', async () => {
  const [sent] = (await pageOf(house, conversation)).documents;
  const unsent = await addLetter(house, conversation);
  const foreign = await addLetter(house, await newCase(house, { patient, doctor }));
  const [own] = [await addLetter(house, conversation, doctor)];
  expect(bodyOf<Message>(await write(patient, { document_ids: [sent?.id, own] }), 201).document_ids).toEqual([
    sent?.id,
    own,
  ]);
  expect(bodyOf<Message>(await write(doctor, { document_ids: [own] }), 201).document_ids).toEqual([own]);
  for (const id of [unsent, foreign, '00000000-0000-4000-8000-000000000000']) {
    expect((await write(patient, { document_ids: [sent?.id, id] })).json<ProblemBody>().errors).toMatchObject([
      { path: 'document_ids.1' },
    ]);
  }
  expect((await write(doctor, { document_ids: [unsent] })).statusCode).toBe(422);
});

test('a draft case accepts no messages', async () => {
  const draft = await newCase(house, { patient, doctor });
  expect((await write(patient, {}, draft)).json<ProblemBody>().code).toBe('not_allowed_now');
  expect((await write(doctor, {}, draft)).statusCode).toBe(404);
});

test('a message sent twice with one Idempotency-Key is one message', async () => {
  const before = (await list(patient, '', conversation.caseId)).total;
  const twice = await Promise.all(
    [1, 2, 3].map(() => write(patient, {}, conversation, { 'idempotency-key': 'one-message-only' })),
  );
  expect(new Set(twice.map((response) => bodyOf<Message>(response, 201).id)).size).toBe(1);
  expect((await list(patient, '', conversation.caseId)).total).toBe(before + 1);
});

test('lists: newest first, paginated, by box, searched by subject, person and text', async () => {
  const someone = await signUpPatient(house, { last_name: 'Lindqvist' });
  const own = await sentCase(house, { patient: someone, doctor }, { case_name: 'Orbitopathie' });
  const ids: string[] = [];
  for (const [who, subject, message] of [
    [someone, 'Augen', 'Sie tränen abends.'],
    [doctor, 'Sonnenbrille', 'Bitte tragen Sie eine.'],
    [someone, 'Danke', 'Das hilft sehr.'],
  ] as const) {
    ids.unshift(bodyOf<Message>(await write(who, { subject, message }, own), 201).id);
    house.clock.advance(1000);
  }
  expect((await list(someone)).items.map(({ id }) => id)).toEqual(ids);
  const first = await list(someone, 'limit=2');
  const rest = await list(someone, `limit=2&cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
  const end = cursorOf(house.kernel.vault, 'messages', ['2001-01-01 00:00:00+00', randomUUID()]);
  expect(await list(someone, `cursor=${encodeURIComponent(end)}`)).toEqual({
    items: [],
    next_cursor: null,
    total: first.total,
  });
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
  const oldestFirst = await list(someone, 'sort=oldest&limit=2');
  const newest = await list(
    someone,
    `sort=oldest&limit=2&cursor=${encodeURIComponent(oldestFirst.next_cursor ?? '')}`,
    own.caseId,
  );
  expect([...oldestFirst.items, ...newest.items].map(({ id }) => id)).toEqual([...ids].reverse());
  expect((await list(someone, 'box=received')).items.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await list(doctor, 'box=unread&search=lindqvist')).items.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  expect((await list(doctor, 'search=lindq%20auge')).items.map(({ id }) => id)).toEqual([ids[2]]);
  expect((await list(doctor, 'search=tr%C3%A4nen')).items.map(({ id }) => id)).toEqual([ids[2]]);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${own.caseId}/archive`, {}));
  expect((await list(doctor, 'search=lindqvist')).total).toBe(0);
  expect((await list(doctor, 'search=lindqvist&archived=true')).total).toBe(3);
});

test('after a case or patient is renamed, messages and ToDos have the new name only', async () => {
  const someone = await signUpPatient(house, { last_name: 'Lindqvist' });
  const own = await sentCase(house, { patient: someone, doctor }, { case_name: 'Orbitopathie' });
  const message = bodyOf<Message>(await write(someone, { subject: 'Augen', message: 'Sie tränen abends.' }, own), 201);
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/aufgaben/${own.caseId}`, {
      title: 'Anruf',
      content: 'Sehtest',
      deadline: '2099-01-31',
      priority: 'normal',
      assignee: 'doctor',
    }),
    201,
  );
  const found = async (typed: string) => [
    (await list(doctor, `search=${typed}`)).total,
    bodyOf<{ total: number }>(await requestsAs(house.app, doctor).get(`/api/aufgaben?search=${typed}`)).total,
  ];
  expect([await found('orbito'), await found('lindq')]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  bodyOf(await requestsAs(house.app, someone).put(`/api/process/${own.caseId}`, { case_name: 'Augenleiden' }));
  const record = bodyOf<Patient>(await requestsAs(house.app, someone).get(`/api/patients/${own.patientId}`));
  bodyOf(
    await requestsAs(house.app, someone).put(`/api/patients/${own.patientId}`, { ...record, last_name: 'Falkenrath' }),
  );
  expect([await found('orbito'), await found('lindq')]).toEqual([
    [0, 0],
    [0, 0],
  ]);
  expect([await found('augenlei'), await found('falken')]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  // The text of the message is still found.
  expect((await list(doctor, 'search=falken%20tr%C3%A4nen')).items.map(({ id }) => id)).toEqual([message.id]);
  expect(await found('sehtest')).toEqual([0, 1]);
});

test('sends one email per ten minutes, about messages still unread', async () => {
  const [someone, reader] = [await signUpPatient(house), await inviteDoctor(house)];
  const own = await sentCase(house, { patient: someone, doctor: reader });
  house.clock.advance(11 * minuteMs);
  const mails = async () => (await house.outbox(reader.email)).filter(({ subject }) => subject.includes('Nachricht'));
  bodyOf(await write(someone, {}, own), 201);
  expect(await mails()).toHaveLength(1);
  const second = bodyOf<Message>(await write(someone, {}, own), 201);
  bodyOf(await write(someone, {}, own), 201);
  bodyOf(await write(someone, {}, own), 201);
  bodyOf(await put(reader, second, { read: true }));
  expect(await mails()).toHaveLength(1);
  house.clock.advance(9 * minuteMs);
  await sendDueNotices(house.kernel);
  expect(await mails()).toHaveLength(1);
  house.clock.advance(2 * minuteMs);
  await Promise.all([sendDueNotices(house.kernel), sendDueNotices(house.kernel), sendDueNotices(house.kernel)]);
  const [newest, ...others] = await mails();
  expect(others).toHaveLength(1);
  expect(newest?.subject).toBe('Sie haben bei Konsil 2 neue Nachrichten');
  expect(newest?.text).not.toMatch(/Blutwerte|anrufen|Möller|Knoten/);
});
