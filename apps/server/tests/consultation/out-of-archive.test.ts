import type { CaseSummary, Dashboard } from '@konsil/contracts/cases';
import type { PatientSummary } from '@konsil/contracts/patients';
import type { Answer } from '@konsil/contracts/requests';
import type { Todo } from '@konsil/contracts/todos';
import { dayMs, later } from '@konsil/server-platform/clock';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, answerFinally, bodyOf, sentCase, type Conversation } from '../support/cases.ts';
import { requestsAs, inviteDoctor, signUpPatient, type Person } from '../support/people.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
let doctor: Person;
let conversation: Conversation;
beforeAll(async () => {
  house = await testApp();
  [patient, doctor] = [await signUpPatient(house), await inviteDoctor(house)];
});

/** An answered case that both sides archived, with its patient. */
beforeEach(async () => {
  conversation = await sentCase(house, { patient, doctor });
  await answerFinally(house, conversation);
  await putAway();
});

const putAway = async () => {
  for (const who of [patient, doctor])
    bodyOf(await requestsAs(house.app, who).post(`/api/process/${conversation.caseId}/archive`, {}));
  bodyOf(await requestsAs(house.app, doctor).post(`/api/patients/${conversation.patientId}/archive`, {}));
};
const pageOf = async <T>(who: Person, url: string) =>
  bodyOf<{ items: T[] }>(await requestsAs(house.app, who).get(url)).items;
const isListed = async (who: Person) =>
  (await pageOf<CaseSummary>(who, '/api/process?limit=200')).some(({ id }) => id === conversation.caseId);
const patientIsListed = async () =>
  (await pageOf<PatientSummary>(doctor, '/api/patientsoverview?limit=200')).some(
    ({ id }) => id === conversation.patientId,
  );
const countsOf = async (who: Person) =>
  bodyOf<Dashboard>(await requestsAs(house.app, who).get('/account/dashboarddata'));
const write = async (who: Person) =>
  bodyOf(
    await requestsAs(house.app, who).post(`/api/messages/${conversation.caseId}`, {
      subject: 'Neues',
      message: 'Es ist schlimmer geworden.',
    }),
    201,
  );
const give = async (who: Person, assignee: 'patient' | 'doctor') =>
  bodyOf<Todo>(
    await requestsAs(house.app, who).post(`/api/aufgaben/${conversation.caseId}`, {
      title: 'Labor',
      content: 'Nüchtern.',
      deadline: dayOf(later(new Date(), 3 * dayMs)),
      priority: 'normal',
      assignee,
    }),
    201,
  );
const change = async (who: Person, { id }: Todo, form: Record<string, unknown>) =>
  bodyOf(await requestsAs(house.app, who).put(`/api/aufgaben/${id}`, form));

test("a patient's message restores case and patient in the doctor's archive only", async () => {
  const before = (await countsOf(doctor)).unread_messages;
  await write(patient);
  expect(await isListed(doctor)).toBe(true);
  expect(await patientIsListed()).toBe(true);
  expect((await countsOf(doctor)).unread_messages).toBe(before + 1);
  expect(await isListed(patient)).toBe(false);
});

test("a doctor's message restores the case in the patient's archive only", async () => {
  const before = (await countsOf(patient)).unread_messages;
  await write(doctor);
  expect(await isListed(patient)).toBe(true);
  expect((await countsOf(patient)).unread_messages).toBe(before + 1);
  expect(await isListed(doctor)).toBe(false);
  expect(await patientIsListed()).toBe(false);
});

test("a ToDo restores the patient's archived case; the doctor's own one does not", async () => {
  const own = await give(doctor, 'doctor');
  expect(await isListed(patient)).toBe(false);
  await give(patient, 'patient');
  expect(await isListed(doctor)).toBe(false);
  const before = (await countsOf(patient)).open_todos;
  const given = await give(doctor, 'patient');
  expect(await isListed(patient)).toBe(true);
  expect((await countsOf(patient)).open_todos).toBe(before + 2);

  await putAway();
  await change(patient, given, { done: true });
  expect(await isListed(doctor)).toBe(false);
  await change(doctor, given, { done: false });
  expect(await isListed(patient)).toBe(true);
  await putAway();
  await change(doctor, own, { title: 'Befund anfordern' });
  expect(await isListed(patient)).toBe(false);
  await change(doctor, own, { assignee: 'patient' });
  expect(await isListed(patient)).toBe(true);
});

test("a doctor's document restores the patient's case; an unsent one nothing", async () => {
  await addLetter(house, conversation);
  expect(await isListed(doctor)).toBe(false);
  await addLetter(house, conversation, doctor);
  expect(await isListed(patient)).toBe(true);
});

test("a change of the forms restores case and patient in the doctor's archive", async () => {
  bodyOf(
    await requestsAs(house.app, patient).post(`/api/generalprocessforms/${conversation.caseId}`, {
      diagnosis: 'Knoten rechts, 31 mm',
      medical_history: 'Er wächst.',
      questions: [],
    }),
  );
  expect(await isListed(doctor)).toBe(true);
  expect(await patientIsListed()).toBe(true);
  expect(await isListed(patient)).toBe(false);
});

test("an accepted appointment restores case and patient in the doctor's archive", async () => {
  conversation = await sentCase(house, { patient, doctor });
  const at = later(new Date(), 3 * dayMs).toISOString();
  const given = bodyOf<Answer>(await answer(house, conversation, 'schedule_appointment', { appointments: [at] }), 201);
  await putAway();
  bodyOf(await requestsAs(house.app, patient).post(`/api/answers/${given.id}/appointment`, { starts_at: at }));
  expect(await isListed(doctor)).toBe(true);
  expect(await patientIsListed()).toBe(true);
});
