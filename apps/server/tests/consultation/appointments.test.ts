import type { Dashboard } from '@konsil/contracts/cases';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { Answer } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import {
  addLetter,
  answer,
  answerFinally,
  bodyOf,
  pageOf,
  send,
  sentCase,
  type Conversation,
} from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { calendarFile } from '@konsil/server-consultation/requests/appointments';

let house: TestApp;
let patient: Person;
let doctor: Person;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [
    await signUpPatient(house),
    await inviteDoctor(house, { title: 'Dr.', first_name: 'Elif', last_name: 'Sandberg' }),
  ];
});

const times = [3, 4, 5].map((days) => later(new Date(), days * dayMs).toISOString());
const propose = async (): Promise<{ conversation: Conversation; given: Answer }> => {
  const conversation = await sentCase(house, { patient, doctor });
  const form = {
    appointments: times,
    appointment_place: 'Praxis am Dom, Köln',
    deadline: dayOf(later(new Date(), 2 * dayMs)),
    aufgabeTitel: '',
  };
  return {
    conversation,
    given: bodyOf<Answer>(await answer(house, conversation, 'schedule_appointment', form, 'book_appointment'), 201),
  };
};
const accept = (id: string, starts_at: string | undefined, who = patient) =>
  requestsAs(house.app, who).post(`/api/answers/${id}/appointment`, { starts_at });

test('accepting a time completes the ToDo, answers the case and notifies the doctor', async () => {
  const { conversation, given } = await propose();
  expect(given.appointment).toEqual({ proposed: times, accepted: null, cancelled: null, place: 'Praxis am Dom, Köln' });
  const accepted = bodyOf<Answer>(await accept(given.id, times[1]));
  expect(accepted.appointment?.accepted).toBe(times[1]);
  const page = await pageOf(house, conversation);
  expect(page).toMatchObject({ status: 'answered', turn: 'none', counts: { todos: 1, todos_open: 0 } });
  expect(page.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['appointment_accepted', 'todo_done']);
  const { items } = bodyOf<{ items: Todo[] }>(
    await requestsAs(house.app, patient).get(`/api/aufgabenoverview/${conversation.caseId}`),
  );
  expect(items).toMatchObject([
    { title: 'Choose an appointment', title_code: 'book_appointment', completed_at: expect.any(String) },
  ]);
  expect((await house.outbox(doctor.email))[0]?.subject).toBe(
    'Ein Termin, den Sie bei Konsil vorgeschlagen haben, wurde angenommen',
  );
});

test('lists show until when a case has times to choose from', async () => {
  const { conversation, given } = await propose();
  const listed = async () =>
    bodyOf<Dashboard>(await requestsAs(house.app, patient).get('/account/dashboarddata')).needs_me.find(
      ({ id }) => id === conversation.caseId,
    );
  expect(await listed()).toMatchObject({ status: 'with_patient', proposed_until: times[2] });
  bodyOf(await accept(given.id, times[0]));
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  await answerFinally(house, conversation);
  expect(await listed()).toMatchObject({ status: 'answered', proposed_until: null });
});

test('lists show the next accepted appointment until it is cancelled', async () => {
  const { conversation, given } = await propose();
  expect((await pageOf(house, conversation, patient)).next_appointment).toBeNull();
  bodyOf(await accept(given.id, times[1]));
  for (const reader of [patient, doctor])
    expect((await pageOf(house, conversation, reader)).next_appointment).toBe(times[1]);
  bodyOf(await requestsAs(house.app, patient).delete(`/api/answers/${given.id}/appointment`));
  expect((await pageOf(house, conversation, patient)).next_appointment).toBeNull();
});

test('accepting the same time again changes nothing, another time is refused', async () => {
  const { given } = await propose();
  bodyOf(await accept(given.id, times[0]));
  expect((await accept(given.id, times[0])).statusCode).toBe(200);
  expect((await accept(given.id, times[1])).json<ProblemBody>().code).toBe('not_allowed_now');
});

test('a message leaves proposed times and their ToDo until the next answer', async () => {
  const { conversation, given } = await propose();
  const writeTo = (who: Person) =>
    requestsAs(house.app, who).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Termin',
      message: 'In der Woche geht es nicht.',
    });
  bodyOf(await writeTo(doctor), 201);
  expect(await pageOf(house, conversation, patient)).toMatchObject({ status: 'with_patient', open_todos: 1 });
  bodyOf(await writeTo(patient), 201);
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
    open_todos: 1,
  });
  bodyOf(await accept(given.id, times[2]));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'answered',
    turn: 'none',
    answer_due_on: null,
    open_todos: 0,
  });
});

test('a question asked before accepting stays with the doctor', async () => {
  const { conversation, given } = await propose();
  const { diagnosis, medical_history, anamnesis, questions } = await pageOf(house, conversation, patient);
  house.clock.advance(1000);
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis,
      medical_history,
      anamnesis,
      questions: [...questions.map(({ id, text }) => ({ id, text })), { text: 'Darf ich fliegen?' }],
    }),
  );
  bodyOf(await accept(given.id, times[1]));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: expect.stringMatching(/^\d{4}-/),
    open_todos: 0,
  });
});

test('a time not proposed, or of an older answer, is refused', async () => {
  const { conversation, given } = await propose();
  expect((await accept(given.id, '2099-01-01T09:00:00.000Z')).json<ProblemBody>().errors?.[0]).toMatchObject({
    path: 'starts_at',
  });
  expect((await accept(given.id, times[0], doctor)).statusCode).toBe(404);
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  await answerFinally(house, conversation);
  expect((await accept(given.id, times[0])).statusCode).toBe(409);
});

test('sending a document keeps the times, and the request waits for an answer', async () => {
  const { conversation, given } = await propose();
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  const sent = await pageOf(house, conversation, patient);
  expect(sent).toMatchObject({ status: 'with_doctor', open_todos: 1 });
  expect(sent.timeline.filter(({ kind }) => kind === 'todo_done')).toEqual([]);
  bodyOf(await accept(given.id, times[1]));
  expect(await pageOf(house, conversation, patient)).toMatchObject({
    status: 'with_doctor',
    turn: 'doctor',
    answer_due_on: sent.answer_due_on,
    open_todos: 0,
    next_appointment: times[1],
  });
});

test('a new answer drops the ToDo to choose a time, without completing it', async () => {
  const { conversation } = await propose();
  await addLetter(house, conversation);
  bodyOf(await send(house, conversation), 201);
  await answerFinally(house, conversation);
  const { items } = bodyOf<{ items: Todo[] }>(
    await requestsAs(house.app, patient).get(`/api/aufgabenoverview/${conversation.caseId}`),
  );
  expect(items).toMatchObject([{ title_code: 'book_appointment', dropped: true, completed_at: expect.any(String) }]);
  const kinds = (await pageOf(house, conversation, patient)).timeline.map(({ kind }) => kind);
  expect(kinds).toContain('todo_dropped');
  expect(kinds).not.toContain('todo_done');
});

test('proposed times are sorted', async () => {
  const conversation = await sentCase(house, { patient, doctor });
  const given = bodyOf<Answer>(
    await answer(house, conversation, 'schedule_appointment', { appointments: [...times].reverse() }),
    201,
  );
  expect(given.appointment?.proposed).toEqual(times);
});

test('a time cannot be accepted with a doctor without access', async () => {
  const { conversation, given } = await propose();
  const consents = bodyOf<{ id: string; case_id: string | null }[]>(
    await requestsAs(house.app, patient).get('/account/consents'),
  );
  const consent = consents.find(({ case_id }) => case_id === conversation.caseId);
  bodyOf(await requestsAs(house.app, patient).post(`/account/consents/${consent?.id}/withdraw`, {}));
  expect((await accept(given.id, times[0])).json<ProblemBody>().code).toBe('not_allowed_now');
});

test('both sides can export the appointment, others cannot', async () => {
  const { given } = await propose();
  const url = `/api/answers/${given.id}/appointment.ics`;
  expect((await requestsAs(house.app, patient).get(url)).statusCode).toBe(409);
  bodyOf(await accept(given.id, times[0]));
  for (const reader of [patient, doctor]) {
    const file = await requestsAs(house.app, reader).get(url);
    expect(file.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="termin.ics"',
    });
    expect(file.body).toContain('SUMMARY:Termin mit Dr. Elif Sandberg\r\n');
    expect(file.body).not.toMatch(/Schilddrüse|Knoten|Möller/);
  }
  expect((await requestsAs(house.app, await signUpPatient(house)).get(url)).statusCode).toBe(404);
});

test('the calendar file is in UTC, folded and escaped', () => {
  const file = calendarFile({
    id: '4a6e',
    startsAt: new Date('2027-03-28T08:00:00Z'),
    cancelled: false,
    doctor: 'Dr. Elif Sandberg',
    locale: 'en',
    now: new Date('2026-11-21T12:00:00Z'),
    place:
      'Praxis am Dom; Ärztehaus, Übergang zum Südflügel, dritter Stock, zweite Tür links\nKöln\rATTENDEE:x\u0000\u0007',
  });
  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Konsil//Konsil//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:4a6e@konsil',
    'SEQUENCE:0',
    'DTSTAMP:20261121T120000Z',
    'DTSTART:20270328T080000Z',
    'DTEND:20270328T083000Z',
    'SUMMARY:Appointment with Dr. Elif Sandberg',
    expect.stringMatching(/^LOCATION:Praxis am Dom\\; Ärztehaus\\, /),
    expect.stringMatching(/^ .*\\nKöln\\nATTENDEE:x$/),
    'DESCRIPTION:Local time of the practice: 28 March 2027 at 10:00 CEST',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
  expect(file.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});
