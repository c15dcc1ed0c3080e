import { eq } from 'drizzle-orm';
import { accounts, todos } from '../../db/schema';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { answerFinally, bodyOf, sentCase } from '../../testing/cases.ts';
import { as, inviteDoctor, signIn, signUpPatient, type Person } from '../../testing/people.ts';
import { addDays, dayOf, hourOf } from '../cases/working-days.ts';
import { sendDueNotices } from './notices.ts';
import { remindOfTodos } from './reminders.ts';
import { emailTexts } from './texts/index.ts';
import { noticeKinds } from './texts/templates.ts';

let test_: TestApp;
let doctor: Person;
beforeAll(async () => {
  test_ = await testApp();
  doctor = await inviteDoctor(test_);
}, 180_000);
afterAll(() => test_.close());

const choose = async (person: Person, settings: Record<string, unknown>) => bodyOf(await as(test_.app, person).put('/account/settings', settings));
const newsTo = async (to: string) => (await test_.outbox(to)).filter(({ text }) => text.includes('/patient') || text.includes('Neues für Sie')).map(({ subject, text }) => subject || text);
const toDaytime = (): void => {
  while (hourOf(test_.clock.now()) !== 10) test_.clock.advance(hourMs);
};

test('who wants no e-mail gets none, who wants SMS gets a word without content', async () => {
  const [quiet, texter] = [await signUpPatient(test_), await signUpPatient(test_)];
  await choose(quiet, { notify_email: 'none' });
  await choose(texter, { notify_email: 'none', notify_sms: true });
  for (const patient of [quiet, texter]) await answerFinally(test_, await sentCase(test_, { patient, doctor }));
  expect(await newsTo(quiet.email)).toEqual([]);
  expect(await newsTo(texter.email)).toEqual([]);
  expect(await newsTo(texter.phone)).toEqual(['Konsil: Es gibt Neues für Sie. Melden Sie sich an: http://localhost:4200/patient']);
});

test('who wants one e-mail a day gets it in the morning, with all that came', async () => {
  const patient = await signUpPatient(test_);
  await choose(patient, { notify_email: 'daily', locale: 'en' });
  for (let time = 0; time < 2; time += 1) await answerFinally(test_, await sentCase(test_, { patient, doctor }));
  const conversation = await sentCase(test_, { patient, doctor });
  bodyOf(await as(test_.app, doctor).post(`/api/messages/${conversation.caseId}`, { subject: 'Hallo', message: 'Gute Besserung.' }), 201);
  await sendDueNotices(test_.kernel);
  expect(await newsTo(patient.email)).toEqual([]);
  test_.clock.advance(dayMs);
  await sendDueNotices(test_.kernel);
  const [letter] = await test_.outbox(patient.email);
  expect(letter?.subject).toBe('There is news for you at Konsil');
  expect(letter?.text).toContain('- You have 2 new answers at Konsil\n- You have a new message at Konsil\n');
  await sendDueNotices(test_.kernel);
  expect(await newsTo(patient.email)).toHaveLength(1);
});

test('a ToDo is remembered the day before its deadline, once, in the daytime', async () => {
  toDaytime();
  const patient = await signUpPatient(test_);
  const session = { ...doctor, ...(await signIn(test_.app, doctor.email)) };
  const conversation = await sentCase(test_, { patient, doctor: session });
  const tomorrow = addDays(dayOf(test_.clock.now()), 2);
  const add = async (changes: Record<string, unknown>) => bodyOf<{ id: string }>(await as(test_.app, session).post(`/api/aufgaben/${conversation.caseId}`, { title: 'Labor', content: 'Nüchtern.', deadline: tomorrow, priority: 'normal', assignee: 'patient', ...changes }), 201);
  const due = await add({});
  await add({});
  const done = await add({});
  bodyOf(await as(test_.app, patient).put(`/api/aufgaben/${done.id}`, { done: true }));
  await add({ deadline: addDays(tomorrow, 1) });
  const remind = async () => {
    await Promise.all([remindOfTodos(test_.kernel), remindOfTodos(test_.kernel)]);
    await sendDueNotices(test_.kernel);
    return (await newsTo(patient.email)).filter((subject) => /Frist/.test(subject));
  };
  expect(await remind()).toEqual([]);
  test_.clock.advance(13 * hourMs);
  expect(await remind()).toEqual([]);
  test_.clock.advance(11 * hourMs);
  expect(await remind()).toEqual(['Die Frist einer Aufgabe bei Konsil läuft bald ab']);
  expect(await remind()).toHaveLength(1);
  const [row] = await test_.kernel.db.select().from(todos).where(eq(todos.id, due.id));
  expect(row?.remindedAt).not.toBeNull();
});

test('a doctor who was deactivated is told nothing', async () => {
  const [patient, left] = [await signUpPatient(test_), await inviteDoctor(test_)];
  const conversation = await sentCase(test_, { patient, doctor: left });
  const before = (await test_.outbox(left.email)).length;
  await test_.kernel.db.update(accounts).set({ deactivatedAt: new Date() }).where(eq(accounts.id, left.accountId));
  bodyOf(await as(test_.app, patient).post(`/api/messages/${conversation.caseId}`, { subject: 'Hallo', message: 'Noch da?' }), 201);
  expect(await test_.outbox(left.email)).toHaveLength(before);
});

test.each(['de', 'en'] as const)('every kind of news has words for one and for many in %s', (locale) => {
  for (const kind of noticeKinds) for (const count of [1, 3]) {
    const { subject, text } = emailTexts[locale].news({ counts: { [kind]: count }, link: 'https://example.org' });
    expect(subject.length).toBeGreaterThan(10);
    expect(text).toContain(subject);
    expect(text).toContain('https://example.org');
  }
});
