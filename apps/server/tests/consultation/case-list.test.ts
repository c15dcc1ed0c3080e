import type { caseRoutes, CaseSummary, Dashboard } from '@konsil/contracts/cases';
import type { PatientSummary } from '@konsil/contracts/patients';
import type { Statistics } from '@konsil/contracts/statistics';
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { auditRecords, cases } from '@konsil/server-domain/schema';

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
import { statementsOf } from '../support/statements.ts';
import { waitForPreviews } from '../support/stored-keys.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { addDays, dayOf } from '@konsil/server-domain/calendar/working-days';

type Inbox = z.output<typeof caseRoutes.listCases.response>;

let house: TestApp;
let doctor: Person;
/** Four cases: unanswered, overdue, waiting for the patient, answered; and a draft that is hidden. */
let byName: Record<string, Conversation>;
const people = [
  ['Petra', 'Novak', '1961-06-02'],
  ['Miriam', 'Adler', '1979-03-14'],
  ['Deniz', 'Özkan', '1988-11-27'],
  ['Joana', 'Mbeki-Sommer', '1985-12-11'],
] as const;
const titles = [
  'Hyperkalzämie, Verdacht auf Adenom',
  'Knoten in der Schilddrüse',
  'Nebennierentumor links',
  'Autonomes Adenom',
];

beforeAll(async () => {
  house = await testApp();
  doctor = await inviteDoctor(house);
  byName = {};
  for (const [index, [first_name, last_name, date_of_birth]] of people.entries()) {
    const patient = await signUpPatient(house, { first_name, last_name, date_of_birth });
    byName[last_name] = await sentCase(house, { patient, doctor }, { case_name: titles[index] });
    house.clock.advance(1000);
  }
  await newCase(house, { patient: of('Adler').patient, doctor }, { case_name: 'Entwurf' });
  await house.kernel.db
    .update(cases)
    .set({ answerDueOn: addDays(dayOf(new Date()), -1) })
    .where(eq(cases.id, of('Adler').caseId));
  bodyOf(await answer(house, of('Özkan'), 'further_documents_needed'), 201);
  await answerFinally(house, of('Mbeki-Sommer'));
});

const of = (name: string): Conversation => {
  const conversation = byName[name];
  if (!conversation) throw new Error(`Nobody is called ${name}.`);
  return conversation;
};
const inbox = async (query = '', reader = doctor): Promise<Inbox> =>
  bodyOf<Inbox>(await requestsAs(house.app, reader).get(`/api/process?${query}`));
const names = async (query = ''): Promise<string[]> =>
  (await inbox(query)).items.map(({ patient }) => patient.last_name);

test('the statistics count the cases and the week without naming anybody', async () => {
  const response = await requestsAs(house.app, doctor).get('/api/statistics');
  const statistics = bodyOf<Statistics>(response);
  expect(statistics).toMatchObject({ open: 2, overdue: 1, put_off: 0, waiting_for_patient: 1 });
  expect(statistics.weeks).toHaveLength(12);
  expect(statistics.weeks.at(-1)).toMatchObject({ received: 4, answered: 2, measured: 2, half_days: 0, most_days: 0 });
  expect(statistics.weeks.at(-1)?.options).toMatchObject({ final_answer: 1, further_documents_needed: 1 });
  for (const [first, last] of people) expect(response.body).not.toMatch(new RegExp(`${first}|${last}`));
});

test("the statistics cover the doctor's own cases only, and are hidden from patients", async () => {
  const other = bodyOf<Statistics>(await requestsAs(house.app, await inviteDoctor(house)).get('/api/statistics'));
  expect([other.open, other.weeks.reduce((sum, { received }) => sum + received, 0)]).toEqual([0, 0]);
  expect((await requestsAs(house.app, of('Adler').patient).get('/api/statistics')).statusCode).toBe(404);
});

test('the patient list counts the cases in which each side must act', async () => {
  const { items } = bodyOf<{ items: PatientSummary[] }>(
    await requestsAs(house.app, doctor).get('/api/patientsoverview'),
  );
  const sides = items.map((item) => [item.last_name, item.cases_with_doctor, item.cases_with_patient]);
  expect(sides.sort()).toEqual([
    ['Adler', 1, 0],
    ['Mbeki-Sommer', 0, 0],
    ['Novak', 1, 0],
    ['Özkan', 0, 1],
  ]);
});

test('the inbox contains sent cases, with counts per view', async () => {
  const all = await inbox();
  expect(all).toMatchObject({
    total: 4,
    next_cursor: null,
    counts: { needs_answer: 2, waiting_for_patient: 1, due_soon: 1, overdue: 1, answered: 1, archived: 0 },
  });
  expect(all.items.map(({ case_name }) => case_name)).not.toContain('Entwurf');
});

test.each([
  ['view=needs_answer', ['Novak', 'Adler']],
  ['view=waiting_for_patient', ['Özkan']],
  ['view=answered', ['Mbeki-Sommer']],
  ['view=due_soon', ['Adler']],
  ['due=overdue', ['Adler']],
  ['due=today', []],
  ['only_new=true&view=needs_answer', ['Novak', 'Adler']],
  ['only_new=true&view=answered', []],
  ['sort=due&view=needs_answer', ['Adler', 'Novak']],
  ['sort=waiting', ['Novak', 'Adler', 'Özkan', 'Mbeki-Sommer']],
  ['sort=activity', ['Mbeki-Sommer', 'Özkan', 'Adler', 'Novak']],
])('%s shows %j', async (query, expected) => expect(await names(query)).toEqual(expected));

test.each([
  ['adler', ['Adler']],
  ['Mir Adl', ['Adler']],
  ['14.03.1979', ['Adler']],
  ['1979-03-14', ['Adler']],
  ['1979', ['Adler']],
  ['knoten', ['Adler']],
  ['schilddruese', ['Adler']],
  ['Oezkan', ['Özkan']],
  ['özk', ['Özkan']],
  ['Sommer', ['Mbeki-Sommer']],
  ['mbeki-sommer', ['Mbeki-Sommer']],
  ['adenom', ['Mbeki-Sommer', 'Novak']],
  ['adenom novak', ['Novak']],
  ['entwurf', []],
  ['zzz', []],
])('searching for %s finds %j', async (typed, expected) =>
  expect((await names(`search=${encodeURIComponent(typed)}&sort=activity`)).sort()).toEqual([...expected].sort()),
);

test('sorts by urgency, then by waiting time', async () => {
  bodyOf(await requestsAs(house.app, doctor).put(`/api/process/${of('Adler').caseId}/priority`, { priority: 'high' }));
  expect(await names('view=needs_answer')).toEqual(['Adler', 'Novak']);
  expect(await names('priority=high')).toEqual(['Adler']);
  bodyOf(
    await requestsAs(house.app, doctor).put(`/api/process/${of('Adler').caseId}/priority`, { priority: 'undefined' }),
  );
});

test.each(['priority', 'waiting', 'due', 'activity'])('pages by %s contain every case once', async (sort) => {
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await inbox(`sort=${sort}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? '';
  } while (cursor);
  expect(seen).toEqual((await inbox(`sort=${sort}`)).items.map(({ id }) => id));
  expect(seen).toHaveLength(4);
});

test('a forged cursor, or one for another order, is refused', async () => {
  const { next_cursor } = await inbox('sort=waiting&limit=1');
  for (const [sort, cursor] of [
    ['due', next_cursor ?? ''],
    ['waiting', 'W10.abc'],
    ['waiting', `${(next_cursor ?? '').slice(0, -2)}xx`],
    ['waiting', '💥'],
  ]) {
    expect(
      (await requestsAs(house.app, doctor).get(`/api/process?sort=${sort}&cursor=${encodeURIComponent(cursor ?? '')}`))
        .statusCode,
    ).toBe(422);
  }
});

test('the queue of a list contains all its cases in order, beyond one page', async () => {
  const queue = async (query: string) =>
    bodyOf<{ items: { id: string; patient: { id: string } }[] }>(
      await requestsAs(house.app, doctor).get(`/api/process/queue?${query}`),
    ).items;
  for (const query of [
    'view=needs_answer',
    'sort=due&view=needs_answer',
    'sort=activity',
    'search=adenom&sort=waiting',
    'view=answered',
  ]) {
    const listed = (await inbox(query)).items.map(({ id, patient }) => ({ id, patient: { id: patient.id } }));
    expect([query, await queue(query)]).toEqual([query, listed]);
  }
  expect((await requestsAs(house.app, of('Adler').patient).get('/api/process/queue')).statusCode).toBe(404);
});

test('"due this week" is today to Sunday', async () => {
  await house.kernel.db
    .update(cases)
    .set({ answerDueOn: dayOf(new Date()) })
    .where(eq(cases.id, of('Novak').caseId));
  expect(await names('due=week')).toEqual(['Novak']);
  expect(await names('due=today')).toEqual(['Novak']);
});

test("a patient's list contains drafts, and only own cases", async () => {
  const own = await inbox('', of('Adler').patient);
  expect(own.items.map(({ case_name }) => case_name).sort()).toEqual(['Entwurf', 'Knoten in der Schilddrüse']);
  expect((await inbox(`patient=${of('Novak').patientId}`, of('Adler').patient)).total).toBe(0);
});

/** The statements of a repeated request. A session that is in use for long is extended by some request, not by these. */
const asked = async (request: () => Promise<unknown>): Promise<string[]> => {
  // A page of which a preview is made meanwhile is read anew.
  await waitForPreviews(house);
  house.clock.stop();
  await request();
  const statements = await statementsOf(request);
  house.clock.goOn();
  return statements;
};

test('the number of queries does not grow with the number of cases', async () => {
  const patient = await signUpPatient(house, { last_name: 'Viele' });
  const first = await sentCase(house, { patient, doctor });
  const ask = (url: string) => () => requestsAs(house.app, doctor).get(url);
  const urls = [
    '/api/process?search=Viele',
    '/account/dashboarddata',
    '/api/patientsoverview',
    '/api/messagesoverview',
    '/api/aufgaben',
    '/api/search?q=Viele',
  ];
  const few = await Promise.all(urls.map(() => 0));
  for (const [index, url] of urls.entries()) few[index] = (await asked(ask(url))).length;
  for (let more = 0; more < 4; more += 1) await sentCase(house, { ...first });
  for (const [index, url] of urls.entries()) expect([url, (await asked(ask(url))).length]).toEqual([url, few[index]]);
});

test('the case page needs as many queries with many documents as with one', async () => {
  const conversation = await sentCase(house, { patient: of('Novak').patient, doctor });
  const page = () => requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`);
  await addLetter(house, conversation, doctor);
  const few = await asked(page);
  for (let more = 0; more < 5; more += 1) await addLetter(house, conversation, doctor);
  expect(await asked(page)).toHaveLength(few.length);
});

test('the case page loads shared data once', async () => {
  const conversation = await sentCase(house, { patient: of('Novak').patient, doctor });
  const page = () => requestsAs(house.app, doctor).get(`/api/processoverview/${conversation.caseId}`);
  await addLetter(house, conversation, doctor);
  // Session, transaction (2), unopened submissions (before and after), case, related data, documents, requests,
  // timeline, names, questions, answers, second looks, counts, audit entry (3).
  expect((await asked(page)).length).toBeLessThanOrEqual(18);
});

test("a doctor's list view is in the patients' access log, once per quarter of an hour", async () => {
  const records = () => house.kernel.db.$count(auditRecords, eq(auditRecords.action, 'case.list'));
  await inbox();
  const before = await records();
  await inbox();
  expect(await records()).toBe(before);
  house.clock.advance(16 * 60_000);
  const { items } = await inbox();
  expect(await records()).toBe(before + new Set(items.map(({ patient }) => patient.id)).size);
});

test("the dashboard's answers are in the patients' access log, also of closed cases", async () => {
  const conversation = await sentCase(house, { doctor });
  await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, conversation.patient).post(`/api/process/${conversation.caseId}/close`, {}));
  const told = () =>
    house.kernel.db.$count(
      auditRecords,
      and(eq(auditRecords.chain, conversation.patientId), eq(auditRecords.action, 'case.list')),
    );
  expect(await told()).toBe(0);
  const page = bodyOf<Dashboard>(await requestsAs(house.app, doctor).get('/account/dashboarddata'));
  expect([page.newest_answers[0]?.case_id, await told()]).toEqual([conversation.caseId, 1]);
});

test("the doctor's dashboard counts like the inbox", async () => {
  const page = bodyOf<Dashboard>(await requestsAs(house.app, doctor).get('/account/dashboarddata'));
  const { counts } = await inbox();
  expect(page.case_counts).toEqual(counts);
  expect(page.needs_me.every(({ status }: CaseSummary) => status === 'with_doctor')).toBe(true);
});

test("the patient's note is in the doctor's list and case until it is answered", async () => {
  const conversation = await newCase(house);
  const { patient: writer, doctor: reader, caseId } = conversation;
  await addLetter(house, conversation);
  const sendWith = async (note: string) =>
    bodyOf(
      await requestsAs(house.app, writer).post(`/api/buttonaufgabe/patient/${caseId}`, { consent: true, note }),
      201,
    );
  const noted = async (who: Person) =>
    bodyOf<{ items: CaseSummary[] }>(await requestsAs(house.app, who).get('/api/process'))
      .items.find(({ id }) => id === caseId)
      ?.open_notes.map(({ text }) => text);
  await sendWith('Die Operation ist am 10. Dezember.');
  house.clock.advance(1000);
  await addLetter(house, conversation);
  await sendWith('Noch ein Befund.');
  expect(await noted(reader)).toEqual(['Noch ein Befund.', 'Die Operation ist am 10. Dezember.']);
  expect((await pageOf(house, conversation)).open_notes).toHaveLength(2);
  expect(await noted(writer)).toEqual([]);
  house.clock.advance(1000);
  await answerFinally(house, conversation);
  expect((await pageOf(house, conversation)).open_notes).toEqual([]);
});

describe('triage', () => {
  const triage = (changes: object[], who = doctor) =>
    requestsAs(house.app, who).put('/api/process/triage', { cases: changes });
  const listed = async (id: string, query = '') =>
    (await inbox(`limit=100&${query}`)).items.find((item) => item.id === id);
  const counts = async () => (await inbox()).triage_counts;
  const change = (id: string, columns: Partial<typeof cases.$inferInsert>) =>
    house.kernel.db.update(cases).set(columns).where(eq(cases.id, id));
  const tomorrow = () => addDays(dayOf(house.clock.now()), 1);

  test('changes several cases with one request; its response can undo the change', async () => {
    const [first, second] = [await sentCase(house, { doctor }), await sentCase(house, { doctor })];
    const ids = [first.caseId, second.caseId];
    await triage([{ id: second.caseId, priority: 'low' }]);
    const { before } = bodyOf<{ before: object[] }>(await triage(ids.map((id) => ({ id, priority: 'high' }))));
    for (const id of ids) expect((await listed(id))?.priority).toBe('high');
    bodyOf(await triage(before));
    expect([(await listed(first.caseId))?.priority, (await listed(second.caseId))?.priority]).toEqual([
      'undefined',
      'low',
    ]);
  });

  test("changes no case if one is another doctor's or has changed since", async () => {
    const mine = await sentCase(house, { doctor });
    const theirs = await sentCase(house);
    const both = (other: object) => triage([{ id: mine.caseId, archived: true }, other]);
    expect((await both({ id: theirs.caseId, archived: true })).statusCode).toBe(404);
    const denied = await house.kernel.db.$count(
      auditRecords,
      and(eq(auditRecords.chain, theirs.patientId), eq(auditRecords.result, 'denied')),
    );
    expect(denied).toBe(1);
    const other = await sentCase(house, { doctor });
    expect((await both({ id: other.caseId, archived: true, version: 0 })).statusCode).toBe(409);
    expect(await listed(mine.caseId)).toMatchObject({ archived_at: null });
    expect((await triage([{ id: mine.caseId, priority: 'low' }], mine.patient)).statusCode).toBe(404);
  });

  test('a snoozed case leaves the queue, and returns on its day', async () => {
    const { caseId } = await sentCase(house, { doctor });
    const until = tomorrow();
    bodyOf(await triage([{ id: caseId, snoozed_until: until }]));
    expect(await listed(caseId, 'view=needs_answer')).toBeUndefined();
    expect((await listed(caseId, 'view=later'))?.triage?.snoozed_until).toBe(until);
    expect((await counts())?.later).toBe(1);
    await change(caseId, { snoozedUntil: dayOf(house.clock.now()) });
    expect(await listed(caseId, 'view=needs_answer')).toBeDefined();
    expect(await listed(caseId, 'view=later')).toBeUndefined();
  });

  test('a snoozed case returns at once when the patient writes', async () => {
    const conversation = await sentCase(house, { doctor });
    const { caseId, patient } = conversation;
    bodyOf(await triage([{ id: caseId, snoozed_until: tomorrow() }]));
    bodyOf(
      await requestsAs(house.app, patient).post(`/api/messages/${caseId}`, { subject: 'Neu', message: 'Es tut weh.' }),
      201,
    );
    expect(await listed(caseId, 'view=needs_answer')).toBeDefined();
    bodyOf(await triage([{ id: caseId, snoozed_until: tomorrow() }]));
    await addLetter(house, conversation);
    bodyOf(await send(house, conversation), 201);
    expect(await listed(caseId, 'view=needs_answer')).toBeDefined();
  });

  test('a snoozed case is not put off any longer once it is answered', async () => {
    const conversation = await sentCase(house, { doctor });
    const { caseId } = conversation;
    bodyOf(await triage([{ id: caseId, snoozed_until: tomorrow(), unread: true }]));
    await answerFinally(house, conversation);
    expect((await listed(caseId, 'view=answered'))?.triage).toMatchObject({
      snoozed_until: null,
      marked_unread: false,
    });
    expect(await listed(caseId, 'view=later')).toBeUndefined();
  });

  test('marking a case unread affects its doctor only, until it is opened again', async () => {
    const conversation = await sentCase(house, { doctor });
    const { caseId, patient } = conversation;
    const opened = async () =>
      bodyOf<{ opened_at: string | null }>(await requestsAs(house.app, patient).get(`/api/processoverview/${caseId}`))
        .opened_at;
    expect((await listed(caseId))?.triage?.unopened).toBe(true);
    bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${caseId}/opened`, {}));
    expect((await listed(caseId))?.triage?.unopened).toBe(false);
    const at = await opened();
    bodyOf(await triage([{ id: caseId, unread: true }]));
    expect((await listed(caseId, 'only=unopened'))?.triage).toMatchObject({ unopened: true, marked_unread: true });
    expect(await opened()).toBe(at);
    bodyOf(await requestsAs(house.app, doctor).post(`/api/process/${caseId}/opened`, {}));
    expect((await listed(caseId))?.triage?.unopened).toBe(false);
  });

  test('a row shows draft, open questions, images and other open cases', async () => {
    const conversation = await sentCase(house, { doctor });
    const { caseId, patient } = conversation;
    expect((await listed(caseId))?.triage).toMatchObject({
      draft: false,
      open_questions: 1,
      new_images: 0,
      other_cases: 0,
    });
    bodyOf(
      await requestsAs(house.app, doctor).put(`/account/drafts/answer:${caseId}`, { content: { answer: 'Liebe' } }),
    );
    const other = await sentCase(house, { patient, doctor, patientId: conversation.patientId });
    expect((await listed(caseId, 'only=drafts'))?.triage).toMatchObject({ draft: true, other_cases: 1 });
    const counted = async (columns: Partial<typeof cases.$inferInsert>) => {
      await change(other.caseId, columns);
      return (await listed(caseId))?.triage?.other_cases;
    };
    expect(await counted({ archivedByDoctorAt: house.clock.now() })).toBe(0);
    expect(await counted({ archivedByDoctorAt: null, status: 'with_patient' })).toBe(1);
    expect(await counted({ status: 'answered' })).toBe(0);
    expect(await counted({ status: 'with_doctor', sharedAt: null })).toBe(0);
    expect((await inbox('', patient)).items[0]?.triage).toBeNull();
  });

  test('patients who have not replied for two weeks have a list of their own', async () => {
    const conversation = await sentCase(house, { doctor });
    bodyOf(await answer(house, conversation, 'further_documents_needed'), 201);
    const silent = () => listed(conversation.caseId, 'view=waiting_for_patient&only=silent');
    expect(await silent()).toBeUndefined();
    await change(conversation.caseId, { lastAnswerAt: new Date(house.clock.now().getTime() - 15 * 24 * 3_600_000) });
    expect(await silent()).toBeDefined();
  });

  test('every list count matches its cases', async () => {
    const finished = await sentCase(house, { doctor });
    const done = await sentCase(house, { doctor });
    for (const conversation of [finished, done]) await answerFinally(house, conversation);
    const late = await sentCase(house, { doctor });
    await change(late.caseId, { answerDueOn: addDays(dayOf(house.clock.now()), -1), priority: 'high' });
    bodyOf(await triage([{ id: finished.caseId, snoozed_until: tomorrow() }]));
    bodyOf(await triage([{ id: done.caseId, archived: true }]));

    const { counts: views, triage_counts } = await inbox();
    const queued = async (query: string) =>
      bodyOf<{ items: unknown[] }>(await requestsAs(house.app, doctor).get(`/api/process/queue?${query}`)).items.length;
    const told: Record<string, number | undefined> = {
      'archived=true': views.archived,
      'view=answered': views.answered,
      'view=needs_answer': views.needs_answer,
      'view=waiting_for_patient': views.waiting_for_patient,
      'view=due_soon': views.due_soon,
      'view=needs_answer&due=overdue': views.overdue,
      'view=later': triage_counts?.later,
      'view=needs_answer&due=today': triage_counts?.due_today,
      'view=needs_answer&only=unopened': triage_counts?.unopened,
      'view=needs_answer&only=drafts': triage_counts?.drafts,
    };
    for (const [query, number] of Object.entries(told)) expect([query, number]).toEqual([query, await queued(query)]);
    const others = ['', 'view=all', 'archived=true&view=answered', 'priority=high', 'view=needs_answer&due=overdue'];
    const lists = [...Object.keys(told), ...others, `patient=${late.patientId}`];
    for (const query of lists) expect([query, (await inbox(query)).total]).toEqual([query, await queued(query)]);
  });
});
