import type { Consent } from '@konsil/contracts/privacy';
import type { Answer } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { eq, inArray, sql } from 'drizzle-orm';
import { accounts, cases, todos } from '@konsil/server-domain/schema';
import { dayMs, hourMs, later, minuteMs } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, sentCase } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signIn, signUpPatient, type Person } from '../support/people.ts';
import { addDays, dayOf, hourOf } from '@konsil/server-domain/calendar/working-days';
import { sendDueNotices, notifyPerson, type News } from '@konsil/server-domain/notices/notices';
import { remindOfAnswers, remindOfTodos } from '@konsil/server-notifications/reminders';
import { emailTexts } from '@konsil/server-domain/notices/texts';
import { noticeKinds } from '@konsil/server-domain/notices/texts/templates';

let house: TestApp;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  // Not just before a morning.
  toDaytime();
  doctor = await inviteDoctor(house);
});

const choose = async (person: Person, settings: Record<string, unknown>) =>
  bodyOf(await requestsAs(house.app, person).put('/account/settings', settings));
const isReceipt = (subject: string | null) =>
  /^(?:Ihre Anfrage bei Konsil ist gesendet|Your request at Konsil is sent)$/.test(subject ?? '');
const newsTo = async (to: string) =>
  (await house.outbox(to))
    .filter(({ subject, text }) => !isReceipt(subject) && (text.includes('/patient') || text.includes('Neues für Sie')))
    .map(({ subject, text }) => subject || text);
const toDaytime = (): void => {
  while (hourOf(house.clock.now()) !== 10) house.clock.advance(hourMs);
};

test('respects disabled emails; an SMS has no content', async () => {
  const [quiet, texter] = [await signUpPatient(house), await signUpPatient(house)];
  await choose(quiet, { notify_email: 'none' });
  await choose(texter, { notify_email: 'none', notify_sms: true });
  for (const patient of [quiet, texter]) await answerFinally(house, await sentCase(house, { patient, doctor }));
  expect(await newsTo(quiet.email)).toEqual([]);
  expect((await house.outbox(quiet.email)).map(({ subject }) => subject)).not.toContain(
    'Ihre Anfrage bei Konsil ist gesendet',
  );
  expect(await newsTo(texter.email)).toEqual([]);
  expect(await newsTo(texter.phone)).toEqual([
    'Konsil: Es gibt Neues für Sie. Melden Sie sich an: http://localhost:4200/patient',
  ]);
});

test('a daily email is sent in the morning with all news', async () => {
  const patient = await signUpPatient(house);
  await choose(patient, { notify_email: 'daily', locale: 'en' });
  for (let time = 0; time < 2; time += 1) await answerFinally(house, await sentCase(house, { patient, doctor }));
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(
    await requestsAs(house.app, doctor).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Hallo',
      message: 'Gute Besserung.',
    }),
    201,
  );
  await sendDueNotices(house.kernel);
  expect(await newsTo(patient.email)).toEqual([]);
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(patient.email);
  expect(letter?.subject).toBe('There is news for you at Konsil');
  expect(letter?.text).toContain('- You have 2 new answers at Konsil\n- You have a new message at Konsil\n');
  await sendDueNotices(house.kernel);
  expect(await newsTo(patient.email)).toHaveLength(1);
});

test('a daily email names no ToDo that was taken back meanwhile', async () => {
  const [patient, writer] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(patient, { notify_email: 'daily' });
  const { caseId } = await sentCase(house, { patient, doctor: writer });
  const asDoctor = requestsAs(house.app, writer);
  const form = { title: 'Labor', content: 'Bitte das Blutbild.', deadline: addDays(dayOf(house.clock.now()), 5) };
  const { id } = bodyOf<Todo>(await asDoctor.post(`/api/aufgaben/${caseId}`, form), 201);
  bodyOf(await asDoctor.put(`/api/aufgaben/${id}`, { dropped: true }));
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  expect(await newsTo(patient.email)).toEqual([]);
});

const withdrawConsent = async (patient: Person, caseId: string) => {
  const given = bodyOf<Consent[]>(await requestsAs(house.app, patient).get('/account/consents')).find(
    ({ kind, case_id: id }) => kind === 'send_to_doctor' && id === caseId,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${given?.id}/withdraw`, {}));
};

test('a daily email names no request that was answered or withdrawn meanwhile', async () => {
  const [patient, daily] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(daily, { notify_email: 'daily' });
  const [answered, withdrawn] = [
    await sentCase(house, { patient, doctor: daily }),
    await sentCase(house, { patient, doctor: daily }),
  ];
  await sentCase(house, { patient, doctor: daily });
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${withdrawn.caseId}`, { subject: 'x', message: 'y' }),
    201,
  );
  await answerFinally(house, answered);
  await withdrawConsent(patient, withdrawn.caseId);
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(daily.email);
  expect(letter?.subject).toBe('Eine neue Anfrage wartet bei Konsil auf Sie');
});

test('a daily email names no answer that was read meanwhile, and no question that was replied to', async () => {
  const patient = await signUpPatient(house);
  await choose(patient, { notify_email: 'daily' });
  const [read, replied] = [await sentCase(house, { patient }), await sentCase(house, { patient })];
  const { id } = await answerFinally(house, read);
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${id}/read`, {}));
  bodyOf(await answer(house, replied, 'question_to_patient'), 201);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/messages/${replied.caseId}`, { subject: 'x', message: 'y' }),
    201,
  );
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  expect(await newsTo(patient.email)).toEqual([]);
});

test('a daily email counts a question once that was asked again after a reply', async () => {
  const [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(patient, { notify_email: 'daily' });
  const conversation = await sentCase(house, { patient, doctor });
  for (const isLast of [false, true]) {
    bodyOf(await answer(house, conversation, 'question_to_patient'), 201);
    const reply = { subject: 'x', message: 'y' };
    if (!isLast) bodyOf(await requestsAs(house.app, patient).post(`/api/messages/${conversation.caseId}`, reply), 201);
    house.clock.advance(minuteMs);
  }
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(patient.email);
  expect(letter?.subject).toBe(emailTexts.de.news({ counts: { question: 1 }, link: '' }).subject);
});

test('a daily email counts a request once that was sent again after an answer', async () => {
  const [patient, daily] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(daily, { notify_email: 'daily' });
  const conversation = await sentCase(house, { patient, doctor: daily });
  house.clock.advance(minuteMs);
  await answerFinally(house, conversation);
  house.clock.advance(minuteMs);
  await addLetter(house, conversation);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true }),
    201,
  );
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(daily.email);
  expect(letter?.subject).toBe('Eine neue Anfrage wartet bei Konsil auf Sie');
});

test('a daily email names no answer that was read before the next one', async () => {
  const [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(patient, { notify_email: 'daily' });
  const conversation = await sentCase(house, { patient, doctor });
  const { id } = await answerFinally(house, conversation);
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${id}/read`, {}));
  house.clock.advance(minuteMs);
  await addLetter(house, conversation);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/buttonaufgabe/patient/${conversation.caseId}`, { consent: true }),
    201,
  );
  await answerFinally(house, conversation);
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(patient.email);
  expect(letter?.subject).toBe(emailTexts.de.news({ counts: { answer: 1 }, link: '' }).subject);
});

test('a daily email names no to-do that was done, and no document that was opened or archived', async () => {
  const [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(patient, { notify_email: 'daily' });
  const conversation = await sentCase(house, { patient, doctor });
  const todo = {
    title: 'Labor',
    content: 'Nüchtern.',
    deadline: '2099-01-31',
    priority: 'normal',
    assignee: 'patient',
  };
  const assign = async () =>
    bodyOf<{ id: string }>(await requestsAs(house.app, doctor).post(`/api/aufgaben/${conversation.caseId}`, todo), 201);
  const [done] = [await assign(), await assign()];
  bodyOf(await requestsAs(house.app, patient).put(`/api/aufgaben/${done.id}`, { done: true }));
  const [read] = [await addLetter(house, conversation, doctor), await addLetter(house, conversation, doctor)];
  const archived = await addLetter(house, conversation, doctor);
  bodyOf(await requestsAs(house.app, patient).get(`/api/individualdocument/get/${read}`));
  bodyOf(await requestsAs(house.app, doctor).delete(`/api/individualdocument/get/${archived}`));
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const { subject, text } = emailTexts.de.news({ counts: { todo: 1, document: 1 }, link: '' });
  const [letter] = await house.outbox(patient.email);
  expect(letter?.subject).toBe(subject);
  expect(letter?.text.split('\n').filter((line) => line.startsWith('- '))).toEqual(
    text.split('\n').filter((line) => line.startsWith('- ')),
  );
});

test('a daily email tells a doctor of a cancelled appointment, also if the case is no longer shared', async () => {
  const [patient, daily] = [await signUpPatient(house), await inviteDoctor(house)];
  await choose(daily, { notify_email: 'daily' });
  const conversation = await sentCase(house, { patient, doctor: daily });
  const at = later(house.clock.now(), 7 * dayMs).toISOString();
  const { id } = bodyOf<Answer>(
    await answer(
      house,
      conversation,
      'schedule_appointment',
      { appointments: [at], deadline: '2099-01-31' },
      'book_appointment',
    ),
    201,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${id}/appointment`, { starts_at: at }));
  bodyOf(await requestsAs(house.app, patient).delete(`/api/answers/${id}/appointment`));
  await withdrawConsent(patient, conversation.caseId);
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  const [letter] = await house.outbox(daily.email);
  expect(letter?.subject).toMatch(/abgesagt/);
  expect(letter?.text).not.toContain(conversation.caseId);
});

const tellOf = (of: TestApp, news: News) =>
  of.kernel.db.transaction((tx) => notifyPerson({ tx, now: of.clock.now(), kernel: of.kernel }, news));

test('many requests within minutes are one email, and another for the rest', async () => {
  const somebody = await inviteDoctor(house);
  const letters = async () =>
    (await house.outbox(somebody.email)).map(({ subject }) => subject).filter((subject) => /Anfrage/.test(subject));
  for (let n = 0; n < 5; n += 1) await tellOf(house, { accountId: somebody.accountId, kind: 'request' });
  expect(await letters()).toEqual(['Eine neue Anfrage wartet bei Konsil auf Sie']);
  house.clock.advance(10 * minuteMs);
  await sendDueNotices(house.kernel);
  expect(await letters()).toEqual([
    '4 neue Anfragen warten bei Konsil auf Sie',
    'Eine neue Anfrage wartet bei Konsil auf Sie',
  ]);
});

test('at most ten news SMS a day per number and account; emails go on', async () => {
  const strict = await testApp({ KONSIL_LIMITS_FACTOR: '1' });
  const somebody = await signUpPatient(strict);
  await requestsAs(strict.app, somebody).put('/account/settings', { notify_sms: true });
  const news = async () => (await strict.outbox(somebody.phone)).filter(({ text }) => text.includes('Neues')).length;
  for (let n = 0; n < 12; n += 1) await tellOf(strict, { accountId: somebody.accountId, kind: 'answer' });
  expect(await news()).toBe(10);
  expect((await strict.outbox(somebody.email)).filter(({ subject }) => /Antwort/.test(subject))).toHaveLength(12);
  strict.clock.advance(dayMs);
  await tellOf(strict, { accountId: somebody.accountId, kind: 'answer' });
  expect(await news()).toBe(11);
  await strict.close();
});

test('reminds of a ToDo once, in the daytime before its due date', async () => {
  toDaytime();
  const patient = await signUpPatient(house);
  const session = { ...doctor, ...(await signIn(house.app, doctor.email)) };
  const conversation = await sentCase(house, { patient, doctor: session });
  const tomorrow = addDays(dayOf(house.clock.now()), 2);
  const add = async (changes: Record<string, unknown>) =>
    bodyOf<{ id: string }>(
      await requestsAs(house.app, session).post(`/api/aufgaben/${conversation.caseId}`, {
        title: 'Labor',
        content: 'Nüchtern.',
        deadline: tomorrow,
        priority: 'normal',
        assignee: 'patient',
        ...changes,
      }),
      201,
    );
  const due = await add({});
  await add({});
  const done = await add({});
  bodyOf(await requestsAs(house.app, patient).put(`/api/aufgaben/${done.id}`, { done: true }));
  await add({ deadline: addDays(tomorrow, 1) });
  // Due the day after it was written: its author has just told of it.
  await add({ deadline: addDays(tomorrow, -1) });
  const remind = async () => {
    await Promise.all([remindOfTodos(house.kernel), remindOfTodos(house.kernel)]);
    await sendDueNotices(house.kernel);
    return (await newsTo(patient.email)).filter((subject) => /Frist/.test(subject));
  };
  expect(await remind()).toEqual([]);
  house.clock.advance(13 * hourMs);
  expect(await remind()).toEqual([]);
  house.clock.advance(11 * hourMs);
  expect(await remind()).toEqual(['Die Frist einer Aufgabe bei Konsil läuft bald ab']);
  expect(await remind()).toHaveLength(1);
  const [row] = await house.kernel.db.select().from(todos).where(eq(todos.id, due.id));
  expect(row?.remindedAt).not.toBeNull();
});

test('a daily email does not remind of to-dos that were done meanwhile', async () => {
  toDaytime();
  const patient = await signUpPatient(house);
  await choose(patient, { notify_email: 'daily' });
  const { caseId } = await sentCase(house, { patient });
  const deadline = addDays(dayOf(house.clock.now()), 2);
  const todo = { title: 'Labor', content: 'Nüchtern.', deadline, priority: 'normal', assignee: 'patient' };
  const { id } = bodyOf<{ id: string }>(
    await requestsAs(house.app, patient).post(`/api/aufgaben/${caseId}`, todo),
    201,
  );
  house.clock.advance(dayMs);
  await remindOfTodos(house.kernel);
  const again = { ...patient, ...(await signIn(house.app, patient.email)) };
  bodyOf(await requestsAs(house.app, again).put(`/api/aufgaben/${id}`, { done: true }));
  house.clock.advance(dayMs);
  await sendDueNotices(house.kernel);
  expect(await newsTo(patient.email)).toEqual([]);
});

test('does not remind of a ToDo in an archived case', async () => {
  toDaytime();
  const [patient, archiving, keeping] = [
    await signUpPatient(house),
    await inviteDoctor(house),
    await inviteDoctor(house),
  ];
  for (const invited of [archiving, keeping]) {
    const session = { ...invited, ...(await signIn(house.app, invited.email)) };
    const { caseId } = await sentCase(house, { patient, doctor: session });
    const deadline = addDays(dayOf(house.clock.now()), 1);
    const todo = { title: 'Labor', content: 'Werte ansehen.', deadline, priority: 'normal', assignee: 'doctor' };
    bodyOf(await requestsAs(house.app, session).post(`/api/aufgaben/${caseId}`, todo), 201);
    if (invited === archiving) bodyOf(await requestsAs(house.app, session).post(`/api/process/${caseId}/archive`, {}));
  }
  // The email about the case was sent by then, independent of the reminder.
  house.clock.advance(hourMs);
  await sendDueNotices(house.kernel);
  house.clock.advance(23 * hourMs);
  await remindOfTodos(house.kernel);
  await sendDueNotices(house.kernel);
  const reminders = async (to: string) => (await house.outbox(to)).filter(({ subject }) => /Frist/.test(subject ?? ''));
  expect(await reminders(archiving.email)).toEqual([]);
  expect(await reminders(keeping.email)).toHaveLength(1);
});

describe('after the promised day', () => {
  const lateLetters = async (to: string) =>
    (await house.outbox(to)).filter(({ subject }) => /zugesagt/.test(subject ?? ''));
  const remind = async () => {
    await Promise.all([remindOfAnswers(house.kernel), remindOfAnswers(house.kernel)]);
    // After the e-mail about the request.
    house.clock.advance(11 * minuteMs);
    await sendDueNotices(house.kernel);
  };
  const promise = (caseId: string, answerDueOn: string) =>
    house.kernel.db.update(cases).set({ answerDueOn }).where(eq(cases.id, caseId));
  const yesterday = () => addDays(dayOf(house.clock.now()), -1);
  const asked = async () => {
    const [patient, invited] = [await signUpPatient(house), await inviteDoctor(house)];
    return { patient, invited, sent: await sentCase(house, { patient, doctor: invited }) };
  };
  const page = async (person: Person, caseId: string) =>
    bodyOf<{ answer_reminded_on?: string }>(
      await requestsAs(house.app, await signIn(house.app, person.email)).get(`/api/processoverview/${caseId}`),
    );

  test('reminds of each case in its own transaction, so that no case waits for another', async () => {
    toDaytime();
    const late = [(await asked()).sent.caseId, (await asked()).sent.caseId];
    for (const caseId of late) await promise(caseId, yesterday());
    await remindOfAnswers(house.kernel);
    const rows = await house.kernel.db
      .select({ by: sql<string>`xmin::text`, at: cases.remindedAt })
      .from(cases)
      .where(inArray(cases.id, late));
    expect(rows.filter(({ at }) => at !== null)).toHaveLength(2);
    expect(new Set(rows.map(({ by }) => by)).size).toBe(2);
  });

  test('patient and doctor are notified once, in the daytime, without medical terms', async () => {
    toDaytime();
    const { patient, invited, sent } = await asked();
    const today = dayOf(house.clock.now());
    await promise(sent.caseId, today);
    await remind();
    expect(await lateLetters(patient.email)).toEqual([]);
    await promise(sent.caseId, yesterday());
    await remind();
    await remind();
    const letters = [await lateLetters(patient.email), await lateLetters(invited.email)];
    expect(letters.map((some) => some.map(({ subject }) => subject))).toEqual([
      ['Eine Antwort bei Konsil dauert länger als zugesagt'],
      ['Eine zugesagte Antwort bei Konsil ist überfällig'],
    ]);
    expect(letters[0]?.[0]?.text).toContain(`/patient/process/${sent.caseId}\n`);
    expect(letters[1]?.[0]?.text).toContain(`/process/${sent.caseId}\n`);
    expect(await page(patient, sent.caseId)).toMatchObject({ answer_reminded_on: today });
    // The next promise.
    await promise(sent.caseId, today);
    expect(await page(patient, sent.caseId)).not.toHaveProperty('answer_reminded_on');
    house.clock.advance(dayMs);
    await remind();
    expect(await lateLetters(patient.email)).toHaveLength(2);
  });

  test('sends nothing at night, and nothing about an old promise', async () => {
    toDaytime();
    const [night, old] = [await asked(), await asked()];
    await promise(night.sent.caseId, yesterday());
    await promise(old.sent.caseId, addDays(yesterday(), -14));
    while (hourOf(house.clock.now()) !== 23) house.clock.advance(hourMs);
    await remind();
    expect(await lateLetters(night.patient.email)).toEqual([]);
    house.clock.advance(11 * hourMs);
    await remind();
    expect(await lateLetters(night.patient.email)).toHaveLength(1);
    expect(await lateLetters(old.patient.email)).toEqual([]);
    expect(await lateLetters(old.invited.email)).toEqual([]);
  });

  test("an overdue case that the patient archived omits only the patient's own e-mail", async () => {
    toDaytime();
    const [byDoctor, byPatient] = [await asked(), await asked()];
    const archive = async (person: Person, caseId: string) =>
      house.kernel.db
        .update(cases)
        .set(
          person === byDoctor.invited
            ? { archivedByDoctorAt: house.clock.now() }
            : { archivedByPatientAt: house.clock.now() },
        )
        .where(eq(cases.id, caseId));
    await archive(byDoctor.invited, byDoctor.sent.caseId);
    await archive(byPatient.patient, byPatient.sent.caseId);
    for (const { sent } of [byDoctor, byPatient]) await promise(sent.caseId, yesterday());
    await remind();
    const told = async ({ patient, invited }: typeof byDoctor) => [
      (await lateLetters(patient.email)).length,
      (await house.outbox(invited.email)).filter(({ subject }) => /überfällig/.test(subject ?? '')).length,
    ];
    expect(await told(byDoctor)).toEqual([1, 1]);
    expect(await told(byPatient)).toEqual([0, 1]);
  });

  test('notifies nobody if the answer exists, the consent ended or the doctor has left', async () => {
    toDaytime();
    const [answered, withdrawn, left] = [await asked(), await asked(), await asked()];
    await answerFinally(house, answered.sent);
    await house.kernel.db.update(cases).set({ sharedAt: null }).where(eq(cases.id, withdrawn.sent.caseId));
    await house.kernel.db
      .update(accounts)
      .set({ deactivatedAt: house.clock.now() })
      .where(eq(accounts.id, left.invited.accountId));
    for (const { sent } of [answered, withdrawn, left]) await promise(sent.caseId, yesterday());
    await remind();
    for (const { patient, invited } of [answered, withdrawn, left]) {
      expect(await lateLetters(patient.email)).toEqual([]);
      expect(await lateLetters(invited.email)).toEqual([]);
    }
  });

  test('does not claim a reminder to a doctor who disabled notifications', async () => {
    toDaytime();
    const { patient, invited, sent } = await asked();
    await choose(invited, { notify_email: 'none' });
    await promise(sent.caseId, yesterday());
    await remind();
    expect(await lateLetters(invited.email)).toEqual([]);
    expect((await lateLetters(patient.email)).map(({ text }) => text)).toEqual([
      expect.not.stringContaining('erinnert'),
    ]);
    expect(await page(patient, sent.caseId)).not.toHaveProperty('answer_reminded_on');
  });

  test('a daily e-mail leaves out what was answered meanwhile; disabled e-mails stay off', async () => {
    toDaytime();
    const [daily, waits, quiet] = [await asked(), await asked(), await asked()];
    for (const { patient } of [daily, waits]) await choose(patient, { notify_email: 'daily' });
    await choose(quiet.patient, { notify_email: 'none' });
    for (const { sent } of [daily, waits, quiet]) await promise(sent.caseId, yesterday());
    await remind();
    await answerFinally(house, daily.sent);
    house.clock.advance(dayMs);
    await sendDueNotices(house.kernel);
    expect(await lateLetters(daily.patient.email)).toEqual([]);
    expect(await lateLetters(waits.patient.email)).toHaveLength(1);
    expect(await lateLetters(quiet.patient.email)).toEqual([]);
    const [row] = await house.kernel.db.select().from(cases).where(eq(cases.id, quiet.sent.caseId));
    expect(row?.remindedAt).not.toBeNull();
  });
});

test('a deactivated doctor is not notified', async () => {
  const [patient, left] = [await signUpPatient(house), await inviteDoctor(house)];
  const conversation = await sentCase(house, { patient, doctor: left });
  const at = later(house.clock.now(), 3 * dayMs).toISOString();
  const { id } = bodyOf<{ id: string }>(
    await answer(house, conversation, 'schedule_appointment', { appointments: [at] }),
    201,
  );
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${id}/appointment`, { starts_at: at }));
  const before = (await house.outbox(left.email)).length;
  await house.kernel.db.update(accounts).set({ deactivatedAt: new Date() }).where(eq(accounts.id, left.accountId));
  bodyOf(await requestsAs(house.app, patient).delete(`/api/answers/${id}/appointment`));
  expect(await house.outbox(left.email)).toHaveLength(before);
});

test.each(['de', 'en'] as const)('every kind of notification has singular and plural texts in %s', (locale) => {
  for (const kind of noticeKinds)
    for (const count of [1, 3]) {
      const { subject, text } = emailTexts[locale].news({ counts: { [kind]: count }, link: 'https://example.org' });
      expect(subject.length).toBeGreaterThan(10);
      // After the greeting it may begin small.
      expect(text).toContain(subject.slice(1));
      expect(text).toContain('https://example.org');
    }
});

test('an e-mail links to what is new: part of a case, the case, or the start page', async () => {
  const patient = await signUpPatient(house);
  await choose(patient, { notify_email: 'daily' });
  const [one, other] = [await sentCase(house, { patient, doctor }), await sentCase(house, { patient, doctor })];
  const linkAfter = async (...news: (Pick<News, 'kind'> & { caseId: string })[]) => {
    for (const told of news) await tellOf(house, { accountId: patient.accountId, ...told });
    house.clock.advance(dayMs);
    await sendDueNotices(house.kernel);
    const [letter] = await house.outbox(patient.email);
    return /http:\S+/.exec(letter?.text ?? '')?.[0];
  };
  const start = 'http://localhost:4200/patient';
  const { caseId } = one;
  expect(await linkAfter({ kind: 'message', caseId }, { kind: 'message', caseId })).toBe(
    `${start}/process/${caseId}/messages`,
  );
  expect(await linkAfter({ kind: 'message', caseId }, { kind: 'answer', caseId })).toBe(`${start}/process/${caseId}`);
  expect(await linkAfter({ kind: 'answer', caseId }, { kind: 'answer', caseId: other.caseId })).toBe(start);
  const [request] = (await house.outbox(doctor.email)).filter(({ text }) => text.includes(other.caseId));
  expect(request?.text).toMatch(new RegExp(`/doctor/patient/[0-9a-f-]+/process/${other.caseId}\\n`));
});

test('after "Guten Tag," the sentence starts in lower case, except for "Sie" and "Ihr"', () => {
  const begins = (kind: (typeof noticeKinds)[number]) =>
    emailTexts.de.news({ counts: { [kind]: 1 }, link: 'https://konsil.example' }).text.split('\n\n')[1];
  expect(begins('request')).toMatch(/^eine neue Anfrage/);
  expect(begins('question')).toMatch(/^bei Konsil/);
  expect(begins('answer')).toMatch(/^Sie haben/);
  const several = emailTexts.de.news({ counts: { answer: 1, message: 1 }, link: 'https://konsil.example' });
  expect(several.text.split('\n\n')[1]).toBe('es gibt Neues für Sie bei Konsil:');
});
