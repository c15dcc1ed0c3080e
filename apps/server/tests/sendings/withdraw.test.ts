import { setTimeout as pause } from 'node:timers/promises';
import type { AuditEntry, Consent } from '@konsil/contracts/privacy';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Message } from '@konsil/contracts/messages';
import type { Answer, Request } from '@konsil/contracts/requests';
import type { SendingKind } from '@konsil/contracts/sendings';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { loadSent } from '@konsil/server-domain/access/loaders';
import { answers, events, notices, outbox, todos, unopenedSendings } from '@konsil/server-domain/schema';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { openLate } from '@konsil/server-domain/sendings/opened';
import { withdraw } from '@konsil/server-consultation/sendings/withdraw';
import { waitUntil } from '@konsil/server-testing/until';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, pageOf, withoutPreviews, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, password, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

const takeOut = (who: Person, id: string) => requestsAs(house.app, who).post(`/api/sendings/${id}/withdraw`, {});
const refusal = async (who: Person, id: string) => {
  const refused = await takeOut(who, id);
  return [refused.statusCode, refused.json<ProblemBody>().code];
};
const draftOf = async (who: Person, key: string) =>
  bodyOf<{ content: object } | null>(await requestsAs(house.app, who).get(`/account/drafts/${key}`))?.content ?? null;
/** A case opened by its doctor. */
const opened = async (): Promise<Conversation> => {
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${conversation.caseId}/opened`, {}));
  return conversation;
};
const write = async (who: Person, caseId: string, form = {}): Promise<Message> =>
  bodyOf<Message>(
    await requestsAs(house.app, who).post(`/api/messages/${caseId}`, {
      subject: 'Frage',
      message: 'Guten Tag',
      ...form,
    }),
    201,
  );
const request = async (conversation: Conversation, form = {}): Promise<Request> => {
  await addLetter(house, conversation);
  return bodyOf<Request>(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
      consent: true,
      note: '',
      ...form,
    }),
    201,
  );
};
const ask = async (conversation: Conversation, form = {}): Promise<Answer> =>
  bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'question_to_patient',
      { answer: 'Nehmen Sie Hormone?', deadline: '2099-01-31', ...form },
      'answer_question',
    ),
    201,
  );
/** A page without the trace of a withdrawal; version and thumbnails differ each time. */
const withoutTrace = (page: Awaited<ReturnType<typeof pageOf>>) => ({
  ...withoutPreviews(page),
  version: 0,
  timeline: page.timeline.filter(({ kind }) => !kind.endsWith('_withdrawn')),
});
const traces = (page: Awaited<ReturnType<typeof pageOf>>) =>
  page.timeline.filter(({ kind }) => kind.endsWith('_withdrawn'));

test('an unopened answer is withdrawn with all its effects, and is the draft again', async () => {
  const conversation = await opened();
  const { caseId } = conversation;
  const [question] = (await pageOf(house, conversation, doctor)).questions;
  const before = {
    patient: withoutTrace(await pageOf(house, conversation, patient)),
    doctor: withoutTrace(await pageOf(house, conversation, doctor)),
  };
  const draft = { option: 'question_to_patient', answer: 'Nehmen Sie Hormone?' };
  const given = await ask(conversation, {
    draft,
    with_question_answers: true,
    question_answers: [{ question_id: question?.id, text: 'Noch nicht.' }],
  });
  expect((await pageOf(house, conversation, doctor)).answers).toMatchObject([{ id: given.id, withdrawable: true }]);
  expect(bodyOf(await takeOut(doctor, given.id))).toMatchObject({
    kind: 'answer',
    case_id: caseId,
    body: { answer: 'Nehmen Sie Hormone?' },
  });
  const pages = [await pageOf(house, conversation, patient), await pageOf(house, conversation, doctor)] as const;
  expect(withoutTrace(pages[0])).toEqual(before.patient);
  expect(withoutTrace(pages[1])).toEqual({ ...before.doctor, triage: { ...before.doctor.triage, draft: true } });
  for (const page of pages)
    expect(traces(page)).toMatchObject([
      { kind: 'answer_withdrawn', ref_id: null, subject: null, by: { role: 'doctor' } },
    ]);
  expect(await draftOf(doctor, `answer:${caseId}`)).toEqual(draft);
  expect(JSON.stringify(pages)).not.toContain('Hormone');
  // The same content can be sent again.
  await ask(conversation);
});

test("a withdrawal is in the access log and updates both sides' open pages", async () => {
  const conversation = await opened();
  const given = await ask(conversation);
  const [last] = await house.kernel.db.select({ id: events.id }).from(events).orderBy(events.id);
  bodyOf(await takeOut(doctor, given.id));
  const log = bodyOf<{ items: AuditEntry[] }>(
    await requestsAs(house.app, patient).get(`/api/audit/${conversation.patientId}?action=case.withdraw`),
  ).items;
  expect(log[0]).toMatchObject({ action: 'case.withdraw', result: 'allowed', case_id: conversation.caseId });
  const told = (await house.kernel.db.select().from(events)).filter(
    ({ id, payload }) => id > (last?.id ?? 0) && payload.case_id === conversation.caseId && payload.type === 'case',
  );
  expect(told.at(-1)?.accountIds).toEqual(expect.arrayContaining([patient.accountId, doctor.accountId]));
});

test('a pending email does not mention what was withdrawn', async () => {
  const conversation = await opened();
  await house.kernel.db.delete(notices);
  const waiting = () =>
    house.kernel.db.$count(outbox, and(eq(outbox.accountId, patient.accountId), isNull(outbox.sentAt)));
  // A message that is being sent already leaves all the same.
  await waitUntil(async () => (await waiting()) === 0);
  await house.kernel.identity.beQuiet('operator');
  const given = await ask(conversation);
  expect(await waiting()).toBeGreaterThan(0);
  const letters = await waiting();
  bodyOf(await takeOut(doctor, given.id));
  expect(await waiting()).toBe(letters - 1);
  expect(await house.kernel.db.$count(notices)).toBe(0);
  await house.kernel.identity.activate();
});

test('withdrawing a reply returns the case and its ToDos to the patient', async () => {
  const conversation = await opened();
  const { caseId } = conversation;
  await ask(conversation);
  const before = await pageOf(house, conversation, patient);
  const draft = { subject: 'Antwort', message: 'Nein, keine.' };
  const reply = await write(patient, caseId, { ...draft, draft });
  expect((await pageOf(house, conversation, patient)).status).toBe('with_doctor');
  const thread = bodyOf<{ items: Message[] }>(
    await requestsAs(house.app, patient).get(`/api/messagesoverview/${caseId}`),
  );
  expect(thread.items).toMatchObject([{ id: reply.id, withdrawable: true }]);
  bodyOf(await takeOut(patient, reply.id));
  const page = await pageOf(house, conversation, patient);
  expect(withoutTrace(page)).toEqual(withoutTrace(before));
  expect(page).toMatchObject({ status: 'with_patient', open_todos: 1, turn: 'patient', counts: { messages: 0 } });
  expect(traces(page)).toMatchObject([{ kind: 'message_withdrawn' }]);
  expect(await draftOf(patient, `message:${caseId}`)).toEqual(draft);
  const found = await requestsAs(house.app, doctor).get('/api/messagesoverview?search=Antwort');
  expect(bodyOf<{ items: { id: string }[] }>(found).items.map(({ id }) => id)).not.toContain(reply.id);
});

test('a ToDo that changed after the reply stays as it is when the reply is withdrawn', async () => {
  const conversation = await opened();
  await ask(conversation);
  const reply = await write(patient, conversation.caseId);
  const changed = await house.kernel.db
    .update(todos)
    .set({ version: sql`${todos.version} + 1` })
    .where(eq(todos.caseId, conversation.caseId))
    .returning();
  expect(changed).toHaveLength(1);
  bodyOf(await takeOut(patient, reply.id));
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_patient', open_todos: 0 });
});

test('withdrawing new information restores documents, note and promised day', async () => {
  const conversation = await opened();
  const { caseId } = conversation;
  bodyOf(
    await answer(house, conversation, 'further_documents_needed', { deadline: '2099-01-31' }, 'upload_documents'),
    201,
  );
  await pageOf(house, conversation, patient);
  await addLetter(house, conversation);
  const before = withoutTrace(await pageOf(house, conversation, patient));
  const sent = bodyOf<Request>(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${caseId}`, {
      consent: true,
      note: 'Der neue Befund',
      draft: { note: 'Der neue Befund' },
    }),
    201,
  );
  const entry = (await pageOf(house, conversation, patient)).timeline.find(({ ref_id }) => ref_id === sent.id);
  expect(entry).toMatchObject({ kind: 'request_sent', withdrawable: true });
  bodyOf(await takeOut(patient, sent.id));
  const page = await pageOf(house, conversation, patient);
  expect(withoutTrace(page)).toEqual(before);
  expect(page).toMatchObject({ status: 'with_patient', new_documents: 1, requests: [{}] });
  expect(await draftOf(patient, `send:${caseId}`)).toEqual({ note: 'Der neue Befund' });
  expect((await pageOf(house, conversation, doctor)).open_notes).toEqual([]);
  const again = await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${caseId}`, {
    consent: true,
    note: '',
  });
  bodyOf(again, 201);
});

test('a withdrawn first request becomes a draft again, and ends the consent', async () => {
  const other = await inviteDoctor(house);
  const conversation = await sentCase(house, { patient, doctor: other });
  const [sent] = (await pageOf(house, conversation, patient)).requests;
  expect(sent?.withdrawable).toBe(true);
  bodyOf(await takeOut(patient, sent?.id ?? ''));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'draft',
    answer_due_on: null,
    requests: [],
    new_documents: 1,
  });
  expect((await requestsAs(house.app, other).get(`/api/processoverview/${conversation.caseId}`)).statusCode).toBe(404);
  for (const list of ['/api/process', '/api/patientsoverview', '/api/search?q='])
    expect((await requestsAs(house.app, other).get(list)).body).not.toContain(conversation.patientId);
  const consents = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents'));
  expect(consents.filter(({ case_id }) => case_id === conversation.caseId)).toMatchObject([
    { withdrawn_at: expect.any(String) },
  ]);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
      consent: true,
      note: '',
    }),
    201,
  );
});

describe('what the other side has opened cannot be withdrawn', () => {
  type Way = [string, SendingKind, (conversation: Conversation, id: string) => Promise<unknown>];
  const get = (who: () => Person, url: (conversation: Conversation) => string): Way[2] => {
    return async (conversation) => bodyOf(await requestsAs(house.app, who()).get(url(conversation)));
  };
  const [byPatient, byDoctor] = [() => patient, () => doctor];
  const ways: Way[] = [
    ['the case page', 'answer', get(byPatient, ({ caseId }) => `/api/processoverview/${caseId}`)],
    ['the to-dos of all cases', 'answer', get(byPatient, () => '/api/aufgaben')],
    [
      'the export',
      'answer',
      async () => bodyOf(await requestsAs(house.app, patient).post('/account/export', { current_password: password })),
    ],
    [
      'marking it read',
      'answer',
      async (_case, id) => bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${id}/read`, {})),
    ],
    ['the messages of all cases', 'message', get(byDoctor, () => '/api/messagesoverview')],
    ['the messages of the case', 'message', get(byDoctor, ({ caseId }) => `/api/messagesoverview/${caseId}`)],
    ['the timeline of the case page', 'message', get(byDoctor, ({ caseId }) => `/api/processoverview/${caseId}`)],
    [
      'the case page, which says so',
      'request',
      async ({ caseId }) => bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${caseId}/opened`, {})),
    ],
    ['the documents of the case', 'request', get(byDoctor, ({ caseId }) => `/api/documentsoverview/${caseId}`)],
  ];
  const sendOne: Record<SendingKind, (conversation: Conversation) => Promise<{ id: string; who: Person }>> = {
    answer: async (conversation) => ({ id: (await ask(conversation)).id, who: doctor }),
    message: async ({ caseId }) => ({ id: (await write(patient, caseId)).id, who: patient }),
    request: async (conversation) => ({ id: (await request(conversation, { note: 'OP am 10.12.' })).id, who: patient }),
  };
  test.each(ways)('by %s (%s)', async (_name, kind, open) => {
    const conversation = await opened();
    const { id, who } = await sendOne[kind](conversation);
    await open(conversation, id);
    expect(await refusal(who, id)).toEqual([409, 'already_read']);
    const page = await pageOf(house, conversation, who);
    expect(JSON.stringify(page)).not.toContain('"withdrawable":true');
  });

  test('lists and the preview open no request, the case does', async () => {
    const other = await inviteDoctor(house);
    const conversation = await sentCase(house, { patient, doctor: other });
    const preview = `/api/processoverview/${conversation.caseId}`;
    const first = (await pageOf(house, conversation, patient)).requests[0]?.id ?? '';
    const lists = ['/account/dashboarddata', '/api/process', '/api/patientsoverview', '/api/search?q=', preview];
    for (const list of lists) bodyOf(await requestsAs(house.app, other).get(list));
    bodyOf(await takeOut(patient, first));
    expect((await requestsAs(house.app, other).get(preview)).statusCode).toBe(404);
    bodyOf(
      await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, {
        consent: true,
        note: 'OP am 10.12.',
      }),
      201,
    );
    for (const list of lists) bodyOf(await requestsAs(house.app, other).get(list));
    const again = (await pageOf(house, conversation, patient)).requests[0];
    expect(again?.withdrawable).toBe(true);
    bodyOf(await requestsAs(house.app, other).post(`/api/process/${conversation.caseId}/opened`, {}));
    expect(await refusal(patient, again?.id ?? '')).toEqual([409, 'already_read']);
  });

  test('lists and counts without content open nothing', async () => {
    const conversation = await opened();
    const reply = await write(patient, conversation.caseId);
    const sent = await request(conversation);
    for (const url of ['/account/dashboarddata', '/api/process', '/api/patientsoverview', '/api/search?q='])
      bodyOf(await requestsAs(house.app, doctor).get(url));
    for (const { id } of [sent, reply]) bodyOf(await takeOut(patient, id));
    const given = await ask(conversation);
    for (const url of ['/api/process', '/api/messagesoverview']) bodyOf(await requestsAs(house.app, patient).get(url));
    bodyOf(await takeOut(doctor, given.id));
  });
});

test('only the sender can withdraw a submission', async () => {
  const conversation = await opened();
  const { id } = await ask(conversation);
  for (const who of [patient, await inviteDoctor(house), await signUpPatient(house)])
    expect(await refusal(who, id)).toEqual([404, 'not_found']);
});

test('a submission cannot be withdrawn once the case has gone on', async () => {
  const conversation = await opened();
  const given = await ask(conversation);
  bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${conversation.caseId}/takeback`, {}));
  expect((await pageOf(house, conversation, doctor)).answers[0]).not.toHaveProperty('withdrawable');
  expect(await refusal(doctor, given.id)).toEqual([409, 'not_allowed_now']);
});

describe('A withdrawal during an opening', () => {
  type InTransaction = Parameters<TestApp['kernel']['db']['transaction']>[0];
  /** Runs an action in a transaction that stays open until the other request waits for it. */
  const within = async (act: InTransaction, other: () => Promise<unknown>) => {
    let [go, done] = [() => {}, () => {}];
    const [gate, acted] = [new Promise<void>((open) => (go = open)), new Promise<void>((open) => (done = open))];
    const first = house.kernel.db.transaction(async (tx) => {
      await act(tx);
      done();
      await gate;
    });
    await acted;
    let finished = false;
    const late = other().finally(() => {
      finished = true;
    });
    await pause(300);
    expect(finished).toBe(false);
    go();
    await first;
    return late;
  };

  test('fails if the opening came first', async () => {
    const conversation = await opened();
    const given = await ask(conversation);
    const refused = await within(
      (tx) => openLate(tx, { accountId: patient.accountId, role: 'patient' }, conversation.caseId),
      () => refusal(doctor, given.id),
    );
    expect(refused).toEqual([409, 'already_read']);
    expect((await pageOf(house, conversation, patient)).answers).toHaveLength(1);
  });

  test('leaves nothing to read if it came first', async () => {
    const conversation = await opened();
    const given = await ask(conversation);
    const actor = { accountId: doctor.accountId, role: 'doctor' as const };
    const page = await within(
      async (tx) => {
        const found = await loadSent(tx, given.id, true);
        if (!found) throw new Error('It is missing.');
        await withdraw({ kernel: house.kernel, tx, actor, now: house.clock.now() }, found.theCase, found.theSent);
      },
      () => pageOf(house, conversation, patient),
    );
    expect(page).toMatchObject({ status: 'with_doctor', answers: [] });
  });

  test('exactly one of withdrawal and opening succeeds every time', async () => {
    const conversation = await opened();
    for (let round = 0; round < 8; round += 1) {
      const { id } = await write(doctor, conversation.caseId, { message: `Nr. ${round}` });
      const [taken, list] = await Promise.all([
        takeOut(doctor, id),
        requestsAs(house.app, patient).get(
          round % 2 ? '/api/messagesoverview' : `/api/messagesoverview/${conversation.caseId}`,
        ),
      ]);
      expect([taken.statusCode, list.body.includes(id)]).toEqual(taken.statusCode === 200 ? [200, false] : [409, true]);
    }
    expect(await house.kernel.db.$count(unopenedSendings, eq(unopenedSendings.caseId, conversation.caseId))).toBe(0);
    expect(await house.kernel.db.$count(answers, eq(answers.caseId, conversation.caseId))).toBe(0);
  });
});

test('a request can be withdrawn after its doctor planned an absence, and leaves no promised day', async () => {
  const away = await inviteDoctor(house);
  const conversation = await sentCase(house, { patient, doctor: away });
  const [sent] = (await pageOf(house, conversation, patient)).requests;
  const today = dayOf(house.kernel.clock.now());
  const absence = { from: today, to: addDays(today, 20) };
  bodyOf(await requestsAs(house.app, away).post('/api/absences', absence), 201);
  const page = await pageOf(house, conversation, patient);
  expect(page.requests).toMatchObject([{ withdrawable: true }]);
  bodyOf(await takeOut(patient, sent?.id ?? ''));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'draft',
    answer_due_on: null,
    requests: [],
  });
});

test('a request waits until after an absence that was planned before its answer was withdrawn', async () => {
  const away = await inviteDoctor(house);
  const conversation = await sentCase(house, { patient, doctor: away });
  const { answer_due_on: promised } = await pageOf(house, conversation, away);
  const given = await ask({ ...conversation, doctor: away });
  const today = dayOf(house.kernel.clock.now());
  const absence = { from: today, to: addDays(today, 20) };
  bodyOf(await requestsAs(house.app, away).post('/api/absences', absence), 201);
  bodyOf(await takeOut(away, given.id));
  const { status, answer_due_on: due } = await pageOf(house, conversation, away);
  expect(status).toBe('with_doctor');
  expect(promised && promised <= absence.to).toBe(true);
  expect(due && due > absence.to).toBe(true);
});

/** Rewrites the stored state of unopened submissions to the form of builds before 0.2.0, which named the promised day. */
const asBefore02 = async ({ caseId }: Conversation) => {
  const its = eq(unopenedSendings.caseId, caseId);
  for (const { id, broughtTo } of await house.kernel.db.select().from(unopenedSendings).where(its)) {
    const parts = JSON.parse(broughtTo ?? '[]') as unknown[];
    expect(parts).toHaveLength(6);
    await house.kernel.db
      .update(unopenedSendings)
      .set({ broughtTo: JSON.stringify(parts.toSpliced(3, 0, '2026-11-24')) })
      .where(eq(unopenedSendings.id, id));
  }
};

test('a submission delivered by an older version can still be withdrawn', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  await asBefore02(conversation);
  const [sent] = (await pageOf(house, conversation, patient)).requests;
  expect(sent).toMatchObject({ withdrawable: true });
  bodyOf(await takeOut(patient, sent?.id ?? ''));
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'draft', requests: [] });

  const later = await opened();
  const given = await ask(later);
  await asBefore02(later);
  await house.kernel.db
    .update(unopenedSendings)
    .set({ broughtTo: sql`replace(${unopenedSendings.broughtTo}, 'with_patient', 'answered')` })
    .where(eq(unopenedSendings.id, given.id));
  expect(await refusal(doctor, given.id)).toEqual([409, 'not_allowed_now']);
});
