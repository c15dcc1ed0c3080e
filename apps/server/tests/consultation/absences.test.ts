import type { Absence } from '@konsil/contracts/absences';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { DoctorPage } from '@konsil/contracts/doctors';
import type { ProblemBody } from '@konsil/contracts/problem';
import type { RequestPreview } from '@konsil/contracts/requests';
import { addDays, addWorkingDays } from '@konsil/server-domain/calendar/working-days';
import { testApp, type TestApp } from '../support/app.ts';
import { addLetter, answer, bodyOf, newCase, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';
import { dayOf } from '@konsil/server-domain/calendar/working-days';

let house: TestApp;
let patient: Person;
beforeAll(async () => {
  house = await testApp();
  patient = await signUpPatient(house);
});

const today = () => dayOf(house.kernel.clock.now());
const plan = async (doctor: Person, from: string, to: string): Promise<Absence> =>
  bodyOf<Absence>(await requestsAs(house.app, doctor).post('/api/absences', { from, to }), 201);
const dueOf = async (conversation: Conversation) => (await pageOf(house, conversation, patient)).answer_due_on;

describe('A planned absence', () => {
  let doctor: Person;
  let conversation: Conversation;
  let absence: Absence;
  let due: string;
  beforeAll(async () => {
    doctor = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen', reply_days: 3 });
    conversation = await sentCase(house, { patient, doctor });
    due = (await dueOf(conversation)) ?? '';
    absence = await plan(doctor, today(), addDays(today(), 20));
  });

  test('moves a promised answer day by the working days of the absence', async () => {
    expect(await dueOf(conversation)).toBe(addWorkingDays(absence.to, 3));
    expect(due < absence.to).toBe(true);
  });

  test('notifies the patient in the timeline and with one email', async () => {
    const page = await pageOf(house, conversation, patient);
    expect(page.timeline.at(-1)).toMatchObject({
      kind: 'doctor_away',
      away: { from: absence.from, to: absence.to },
      by: { name: 'Dr. med. Ruth Ohlsen' },
    });
    const subjects = (await house.outbox(patient.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => one?.includes('einige Tage nicht da'))).toHaveLength(1);
  });

  test('is shown on the page of the doctor, in the case, and before sending', async () => {
    const away = { from: absence.from, to: absence.to };
    const of = requestsAs(house.app, patient);
    expect(bodyOf<DoctorPage>(await of.get(`/api/doctors/${doctor.accountId}`)).away).toEqual(away);
    expect((await pageOf(house, conversation, patient)).doctor.away).toEqual(away);
    const next = await newCase(house, { patient, doctor });
    await addLetter(house, next);
    const preview = bodyOf<RequestPreview>(await of.get(`/api/process/${next.caseId}/preview`));
    expect(preview.doctor.away).toEqual(away);
    expect(preview.answer_due_on).toBe(addWorkingDays(absence.to, 3));
  });

  test('cannot overlap another absence', async () => {
    const refused = await requestsAs(house.app, doctor).post('/api/absences', {
      from: addDays(today(), 20),
      to: addDays(today(), 40),
    });
    expect(bodyOf<ProblemBody>(refused, 422).errors).toMatchObject([{ path: 'from', code: 'absenceOverlaps' }]);
  });

  test('is visible and changeable only for its doctor', async () => {
    const other = await inviteDoctor(house);
    expect((await requestsAs(house.app, other).post(`/api/absences/${absence.id}/end`, {})).statusCode).toBe(404);
    expect(bodyOf<Absence[]>(await requestsAs(house.app, other).get('/api/absences'))).toEqual([]);
    expect((await requestsAs(house.app, patient).get('/api/absences')).statusCode).toBe(404);
  });

  test('can be ended early when the doctor is back', async () => {
    bodyOf(await requestsAs(house.app, doctor).post(`/api/absences/${absence.id}/end`, {}));
    expect((await pageOf(house, conversation, patient)).doctor.away).toBeNull();
    expect(bodyOf<Absence[]>(await requestsAs(house.app, doctor).get('/api/absences'))).toEqual([]);
    expect(await dueOf(conversation)).toBe(addWorkingDays(absence.to, 3));
  });
});

test('an absence after the promised answer day does not move it', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { patient, doctor });
  const due = await dueOf(conversation);
  await plan(doctor, addDays(due ?? '', 1), addDays(due ?? '', 8));
  expect(await dueOf(conversation)).toBe(due);
});

test('a case that waits for the patient gets the timeline entry, but no new answer day', async () => {
  const doctor = await inviteDoctor(house);
  const conversation = await sentCase(house, { patient, doctor });
  bodyOf(
    await answer(house, conversation, 'question_to_patient', { deadline: addDays(today(), 9) }, 'answer_question'),
    201,
  );
  await plan(doctor, today(), addDays(today(), 5));
  const page: ProcessOverview = await pageOf(house, conversation, patient);
  expect(page.answer_due_on).toBeNull();
  expect(page.timeline.at(-1)?.kind).toBe('doctor_away');
});
