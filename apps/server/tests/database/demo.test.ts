import type { caseRoutes } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import type { Page } from '@konsil/contracts/common';
import type { Message } from '@konsil/contracts/messages';
import type { Pool, PooledCase, PooledCasePage } from '@konsil/contracts/pools';
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { verifyChains } from '@konsil/server-platform/audit/audit';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, pageOf } from '../support/cases.ts';
import { requestsAs, signIn } from '../support/people.ts';
import { addDays, dayOf, weekdayOf } from '@konsil/server-domain/calendar/working-days';
import { cases, todos } from '@konsil/server-domain/schema';
import { demoPassword } from '@konsil/server-demo/accounts';
import { seedDemo } from '@konsil/server-demo/demo';

type Inbox = z.output<typeof caseRoutes.listCases.response>;

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
  expect(await seedDemo(house.kernel)).toBe(true);
});

const someone = async (name: string) => ({
  email: `${name}@konsil.example`,
  phone: '',
  accountId: '',
  ...(await signIn(house.app, `${name}@konsil.example`, demoPassword)),
});
const inboxOf = async (name: string, query = ''): Promise<Inbox> =>
  bodyOf<Inbox>(await requestsAs(house.app, await someone(name)).get(`/api/process?${query}`));

test('fills an empty installation only', async () => expect(await seedDemo(house.kernel)).toBe(false));

test("the first doctor's inbox has a realistic week of cases", async () => {
  const { items, counts } = await inboxOf('doctor', 'view=needs_answer');
  expect(counts).toMatchObject({ needs_answer: 15, waiting_for_patient: 5, answered: 4, archived: 2 });
  expect(items[0]?.patient.last_name).toBe('Novak');
  expect(items.map(({ priority }) => priority).filter((priority) => priority === 'high')).toHaveLength(4);
  // One was returned by a message: none of the proposed times suits her.
  expect(items.filter(({ new_documents }) => new_documents === 0).map(({ patient }) => patient.last_name)).toEqual([
    'Vogt',
  ]);
});

test("the first pair's case has letters, pictures and a correctly named study", async () => {
  const { items } = await inboxOf('doctor', 'search=adler');
  const doctor = await someone('doctor');
  const page = await pageOf(house, { caseId: items[0]?.id ?? '', doctor, patient: doctor, patientId: '' });
  expect(page).toMatchObject({
    case_name: 'Knoten in der Schilddrüse',
    status: 'with_doctor',
    priority: 'high',
    new_documents: 2,
    unread_messages: 1,
    requests: [{}, {}],
    answers: [{ option: 'further_documents_needed' }],
  });
  expect(page.questions).toHaveLength(3);
  expect(page.documents.map((document: Document) => document.content_type).sort()).toEqual([
    'application/dicom',
    ...Array.from({ length: 6 }, () => 'application/pdf'),
    'image/jpeg',
    'image/jpeg',
  ]);
  expect(page.documents.find(({ dicom }) => dicom)?.dicom).toMatchObject({
    patient_name: 'Miriam Adler',
    birth_date: '1979-03-14',
    mismatch: false,
    modality: 'CT',
  });
  expect(page.documents.every(({ details_missing }) => !details_missing)).toBe(true);
});

test('the second pair has its own case, invisible to others', async () => {
  const [first, second] = [await inboxOf('patient'), await inboxOf('patient2')];
  expect(first.items.map(({ case_name }) => case_name).sort()).toEqual([
    'Bandscheibe L4/L5, Zweitmeinung',
    'Knieschmerzen nach Sportunfall',
    'Knoten in der Schilddrüse',
  ]);
  expect(second.items.map(({ case_name }) => case_name).sort()).toEqual([
    'Blutdruck am Morgen zu hoch',
    'Vorhofflimmern, Zweitmeinung zur Ablation',
  ]);
  for (const { id } of first.items)
    for (const other of ['patient2', 'doctor2']) {
      expect((await requestsAs(house.app, await someone(other)).get(`/api/processoverview/${id}`)).statusCode).toBe(
        404,
      );
    }
  expect((await inboxOf('doctor2', 'view=needs_answer')).items.map(({ patient }) => patient.last_name)).toContain(
    'Brandt',
  );
});

test('a case of the second doctor is in the pool of the clinic, where the first one takes it', async () => {
  const first = requestsAs(house.app, await someone('doctor'));
  const [pool] = bodyOf<Pool[]>(await first.get('/api/pools'));
  expect(pool).toMatchObject({ name: 'Klinikverbund Rheinufer', cases: 1 });
  const [stay] = bodyOf<Page<PooledCase>>(await first.get(`/api/pools/${pool?.id}/cases`)).items;
  expect(stay).toMatchObject({ put_by: 'Prof. Dr. Katharina Vogel', case: { patient: { last_name: 'Sutter' } } });
  expect(bodyOf<PooledCasePage>(await first.get(`/api/pooled/${stay?.id}`)).documents).toHaveLength(2);
});

test('notifies nobody of the past, sorts messages by time, keeps valid audit chains', async () => {
  expect(await house.outbox()).toEqual([]);
  // A server that runs for a while reminds of what is due tomorrow; of the demo's ToDos it already has.
  const soon = [dayOf(new Date()), addDays(dayOf(new Date()), 1)];
  const unreminded = and(isNull(todos.completedAt), isNull(todos.remindedAt), inArray(todos.deadline, soon));
  expect(await house.kernel.db.$count(todos, unreminded)).toBe(0);
  const late = and(eq(cases.status, 'with_doctor'), lt(cases.answerDueOn, dayOf(house.clock.now())));
  expect(await house.kernel.db.$count(cases, and(late, isNull(cases.remindedAt)))).toBe(0);
  const { items } = bodyOf<{ items: Message[] }>(
    await requestsAs(house.app, await someone('doctor')).get('/api/messagesoverview'),
  );
  expect(items.filter(({ unread }) => unread)).toHaveLength(4);
  expect((await verifyChains(house.kernel.db, house.kernel.vault)).faults).toEqual([]);
});

test('can be created on a Monday after midnight, three days after the last working day', async () => {
  const monday = await testApp();
  try {
    const now = new Date();
    const daysAhead = (8 - weekdayOf(dayOf(now))) % 7 || 7;
    monday.clock.advance(Date.parse(`${addDays(dayOf(now), daysAhead)}T00:10:00+01:00`) - now.getTime());
    expect(await seedDemo(monday.kernel)).toBe(true);
  } finally {
    await monday.close();
  }
});
