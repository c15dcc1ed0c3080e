import type { ConsoleDoctor } from '@konsil/contracts/console-absences';
import type { DeputyCase } from '@konsil/contracts/deputy-cases';
import type { Deputy } from '@konsil/contracts/deputy-states';
import type { ProblemBody } from '@konsil/contracts/problem';
import { addDays, addWorkingDays, dayOf } from '@konsil/server-domain/calendar/working-days';
import { testApp, type TestApp } from '../support/app.ts';
import { bodyOf, pageOf, sentCase, type Conversation } from '../support/cases.ts';
import { atConsole, signedInOperator } from '../support/operators.ts';
import { inviteDoctor, requestsAs, signUpPatient, type Person } from '../support/people.ts';

let house: TestApp;
let operator: Person;
let deputy: Person;
beforeAll(async () => {
  house = await testApp();
  operator = await signedInOperator(house, ['people', 'doctors', 'audit']);
  deputy = await inviteDoctor(house, { first_name: 'Ruth', last_name: 'Ohlsen' });
});

const today = () => dayOf(house.kernel.clock.now());
const days = (from = 0, to = 9) => ({ from: addDays(today(), from), to: addDays(today(), to) });
const reason = { reason: 'unreachable', reference: 'T-12' };
const as = (person: Person) => requestsAs(house.app, person);
const entering = (doctor: Person, body: object, by: Person = operator) =>
  atConsole(house, by).post(`/api/console/doctors/${doctor.accountId}/absences`, { ...days(), ...reason, ...body });
const enter = async (doctor: Person, body: object = {}): Promise<ConsoleDoctor> =>
  bodyOf<ConsoleDoctor>(await entering(doctor, body), 201);
const shown = async (doctor: Person): Promise<ConsoleDoctor> =>
  bodyOf<ConsoleDoctor>(await atConsole(house, operator).get(`/api/console/doctors/${doctor.accountId}`));
const ending = (absenceId: string, by: Person = operator) =>
  atConsole(house, by).post(`/api/console/absences/${absenceId}/end`, { reason: 'is_back', reference: '' });
const deputyOf = async (conversation: Conversation): Promise<Deputy> => {
  const [newest] = (await pageOf(house, conversation, conversation.patient)).deputies ?? [];
  if (!newest) throw new Error('Nobody is named in this case.');
  return newest;
};
const decide = (id: string, patient: Person, agrees: boolean) =>
  as(patient).post(`/api/deputies/${id}/consent`, { agrees });
const casesOf = async (who: Person) =>
  bodyOf<DeputyCase[]>(await as(who).get('/api/deputies')).map(({ case: { id } }) => id);
const subjects = async ({ email }: Person) => (await house.outbox(email)).map(({ subject }) => subject ?? '');
const faultsOf = async (answer: ReturnType<typeof entering>) => bodyOf<ProblemBody>(await answer, 422).errors;

describe('An absence that an operator enters', () => {
  let doctor: Person;
  let first: Conversation;
  let second: Conversation;
  let third: Conversation;
  let entered: ConsoleDoctor;
  beforeAll(async () => {
    doctor = await inviteDoctor(house, { first_name: 'Jan', last_name: 'Brandt', reply_days: 3 });
    first = await sentCase(house, { patient: await signUpPatient(house), doctor });
    second = await sentCase(house, { patient: await signUpPatient(house), doctor });
    third = await sentCase(house, { patient: await signUpPatient(house), doctor });
    entered = await enter(doctor, { deputy: deputy.accountId });
  });

  test('has the effects of one that the doctor enters', async () => {
    const page = await pageOf(house, first, first.patient);
    expect(page.answer_due_on).toBe(addWorkingDays(days().to, 3));
    expect(page.doctor.away).toEqual({ ...days(), deputy: { id: deputy.accountId, name: 'Dr. med. Ruth Ohlsen' } });
    expect(page.timeline.slice(-2).map(({ kind }) => kind)).toEqual(['doctor_away', 'deputy_asked']);
    expect((await subjects(first.patient)).filter((one) => one.includes('Vertretung'))).toHaveLength(1);
    expect(bodyOf<object[]>(await as(doctor).get('/api/absences'))).toMatchObject([days()]);
  });

  test('is told as an act of the portal, and not of the doctor', async () => {
    const page = await pageOf(house, first, first.patient);
    expect(page.timeline.at(-2)).toMatchObject({ kind: 'doctor_away', by: { role: 'system', name: '' } });
    expect(await subjects(doctor)).toContain('Für Sie wurde eine Abwesenheit eingetragen');
  });

  test('shows the operator numbers of cases, and nothing else of them', async () => {
    expect(entered).toEqual({
      id: doctor.accountId,
      name: 'Dr. med. Jan Brandt',
      specialty: expect.any(String),
      city: expect.any(String),
      closed: false,
      cases: { open: 3, overdue: 0 },
      absences: [
        {
          id: expect.any(String),
          ...days(),
          deputy: { id: deputy.accountId, name: 'Dr. med. Ruth Ohlsen' },
          agreed: 0,
          asked: 3,
        },
      ],
    });
    expect((await atConsole(house, operator).get(`/api/processoverview/${first.caseId}`)).statusCode).toBe(404);
  });

  test('gives a case to the deputy only once its patient agrees', async () => {
    expect(await casesOf(deputy)).toEqual([]);
    bodyOf(await decide((await deputyOf(first)).id, first.patient, true));
    bodyOf(await decide((await deputyOf(second)).id, second.patient, false));
    expect(await casesOf(deputy)).toEqual([first.caseId]);
    expect((await as(deputy).get(`/api/processoverview/${second.caseId}`)).statusCode).toBe(404);
    expect((await as(deputy).get(`/api/processoverview/${third.caseId}`)).statusCode).toBe(404);
    expect((await shown(doctor)).absences).toMatchObject([{ agreed: 1, asked: 1 }]);
  });

  test('is recorded with its reason under the operator', async () => {
    const [absence] = entered.absences;
    bodyOf(await ending(absence?.id ?? ''));
    const { rows } = await house.owner.pool.query(
      "select action, actor_id, detail from audit_records where subject_id = $1 and action in ('doctor.absence', 'doctor.absence_end') order by id",
      [doctor.accountId],
    );
    const actor_id = operator.accountId;
    expect(rows).toEqual([
      {
        action: 'doctor.absence',
        actor_id,
        detail: JSON.stringify({ ...reason, ...days(), deputy: deputy.accountId }),
      },
      { action: 'doctor.absence_end', actor_id, detail: JSON.stringify({ reason: 'is_back', ...days() }) },
    ]);
  });

  test('ends for the deputy, too, and leaves promised days where they are', async () => {
    expect(await casesOf(deputy)).toEqual([]);
    expect((await shown(doctor)).absences).toEqual([]);
    expect((await pageOf(house, first, first.patient)).answer_due_on).toBe(addWorkingDays(days().to, 3));
    expect(await subjects(doctor)).toContain('Ihre Abwesenheit wurde beendet');
    expect((await ending(entered.absences[0]?.id ?? '')).statusCode).toBe(404);
  });
});

test('an absence follows the rules of the doctor’s own', async () => {
  const doctor = await inviteDoctor(house);
  const away = await inviteDoctor(house);
  await enter(away);
  const deputyIs = (accountId: string) => faultsOf(entering(doctor, { deputy: accountId }));
  expect(await deputyIs(doctor.accountId)).toMatchObject([{ path: 'deputy', code: 'doctorMissing' }]);
  expect(await deputyIs(operator.accountId)).toMatchObject([{ path: 'deputy', code: 'doctorMissing' }]);
  expect(await deputyIs(away.accountId)).toMatchObject([{ path: 'deputy', code: 'deputyAway' }]);
  expect(await faultsOf(entering(away, days(5, 20)))).toMatchObject([{ path: 'from', code: 'absenceOverlaps' }]);
  expect(await faultsOf(entering(doctor, days(-1)))).toMatchObject([{ path: 'from', code: 'absencePast' }]);
  expect(await faultsOf(entering(doctor, days(4, 3)))).toMatchObject([{ path: 'to', code: 'absenceEndsBefore' }]);
  const wrong = { reason: 'ill', reference: 'Grippe seit Montag' };
  expect((await faultsOf(entering(doctor, wrong)))?.map(({ path }) => path)).toEqual(['reason', 'reference']);
  expect((await shown(doctor)).absences).toEqual([]);
});

test('a doctor who stands in for others no longer does so during an absence that is entered for them', async () => {
  const standing = await inviteDoctor(house, { first_name: 'Ines', last_name: 'Kurz' });
  const conversation = await sentCase(house);
  await enter(conversation.doctor, { deputy: standing.accountId });
  bodyOf(await decide((await deputyOf(conversation)).id, conversation.patient, true));
  expect(await casesOf(standing)).toEqual([conversation.caseId]);
  await enter(standing, days(3, 4));
  expect(await casesOf(standing)).toEqual([]);
  expect((await shown(conversation.doctor)).absences).toMatchObject([{ agreed: 0, asked: 0 }]);
  expect(await subjects(conversation.doctor)).toContain('Ihre Vertretung bei Konsil fällt aus');
});

test('the doctor can end an absence that was entered for them', async () => {
  const doctor = await inviteDoctor(house);
  const { absences } = await enter(doctor);
  bodyOf(await as(doctor).post(`/api/absences/${absences[0]?.id}/end`, {}));
  expect((await shown(doctor)).absences).toEqual([]);
});

test('an absence that was over cannot be ended', async () => {
  const doctor = await inviteDoctor(house);
  const [absence] = (await enter(doctor)).absences;
  await house.owner.pool.query('update absences set starts_on = $2, ends_on = $2 where id = $1', [
    absence?.id,
    addDays(today(), -1),
  ]);
  expect(bodyOf<ProblemBody>(await ending(absence?.id ?? ''), 409)).toMatchObject({ code: 'not_allowed_now' });
});

test('overdue cases are counted, those that wait for the patient are not overdue', async () => {
  const { doctor, caseId } = await sentCase(house);
  const set = (status: string) =>
    house.owner.pool.query('update cases set answer_due_on = $2, status = $3 where id = $1', [
      caseId,
      addDays(today(), -1),
      status,
    ]);
  await set('with_doctor');
  expect((await shown(doctor)).cases).toEqual({ open: 1, overdue: 1 });
  await set('with_patient');
  expect((await shown(doctor)).cases).toEqual({ open: 1, overdue: 0 });
});

test('a closed account gets no absence, because its patients choose another doctor', async () => {
  const doctor = await inviteDoctor(house);
  const closing = { reason: 'has_left', reference: '' };
  bodyOf(await atConsole(house, operator).post(`/api/console/doctors/${doctor.accountId}/close`, closing));
  expect(bodyOf<ProblemBody>(await entering(doctor, {}), 409)).toMatchObject({ code: 'not_allowed_now' });
  expect(await shown(doctor)).toMatchObject({ closed: true });
});

test('only an operator with the permission for doctors enters absences, and for doctors only', async () => {
  const { doctor, patient, caseId } = await sentCase(house);
  const [absence] = (await enter(doctor)).absences;
  const other = await signedInOperator(house, ['people', 'letters', 'audit', 'holds']);
  expect((await entering(doctor, days(20, 21), other)).statusCode).toBe(404);
  expect((await ending(absence?.id ?? '', other)).statusCode).toBe(404);
  expect((await atConsole(house, other).get(`/api/console/doctors/${doctor.accountId}`)).statusCode).toBe(404);
  for (const id of [patient.accountId, operator.accountId, caseId]) {
    expect((await entering({ ...doctor, accountId: id }, days(20, 21))).statusCode).toBe(404);
    expect((await atConsole(house, operator).get(`/api/console/doctors/${id}`)).statusCode).toBe(404);
    expect((await ending(id)).statusCode).toBe(404);
  }
  expect((await shown(doctor)).absences).toHaveLength(1);
});
