import { anAnswer, aProcessOverview, aRequest } from '@konsil/testing';
import { appointmentOf, canBeCancelled, stillProposed } from './appointment.ts';

const now = '2026-11-23T09:00:00.000Z';
const later = '2026-12-01T09:00:00.000Z';
type Appointment = NonNullable<ReturnType<typeof anAnswer>['appointment']>;
const agreed = (changes: Partial<Appointment> = {}, answered_at = '2026-11-20T09:00:00.000Z') =>
  anAnswer({
    option: 'schedule_appointment',
    answered_at,
    appointment: { proposed: [later], accepted: later, cancelled: null, place: '', ...changes },
  });
const cancelled = { at: '2026-11-22T09:00:00.000Z', by: 'patient' as const };
const caseWith = (answers: ReturnType<typeof agreed>[], changes: Partial<ReturnType<typeof aProcessOverview>> = {}) => {
  const last = answers.at(-1);
  return aProcessOverview({
    status: 'answered',
    turn: 'none',
    answers,
    last_answer: last ? { id: last.id, option: last.option, answered_at: last.answered_at, read_at: null } : null,
    ...changes,
  });
};

test('the upcoming appointment stays current after a later answer, until it begins', () => {
  const answer = agreed();
  expect(appointmentOf(caseWith([answer]), now)).toEqual(answer);
  expect(appointmentOf(caseWith([answer, anAnswer({ answered_at: '2026-11-21T09:00:00.000Z' })]), now)).toEqual(answer);
  expect(appointmentOf(caseWith([answer]), later)).toBeUndefined();
  expect(appointmentOf(caseWith([agreed({ accepted: null })]), now)).toBeUndefined();
});

test('a cancelled appointment stays current until the doctor answers again', () => {
  const answer = agreed({ cancelled });
  expect(appointmentOf(caseWith([answer], { status: 'with_doctor' }), now)).toEqual(answer);
  expect(appointmentOf(caseWith([answer], { status: 'with_doctor', shared: false }), now)).toBeUndefined();
  const other = agreed({}, '2026-11-23T08:00:00.000Z');
  expect(
    appointmentOf(
      caseWith([answer, { ...other, appointment: { proposed: [later], accepted: null, cancelled: null, place: '' } }], {
        status: 'with_patient',
      }),
      now,
    ),
  ).toBeUndefined();
  expect(appointmentOf(caseWith([answer, other]), now)).toEqual(other);
});

test('a cancelled appointment is shown to both sides until the doctor answers again', () => {
  const asked = anAnswer({ option: 'question_to_patient', answered_at: '2026-11-21T09:00:00.000Z' });
  const answer = agreed({ cancelled });
  expect(appointmentOf(caseWith([answer, asked], { status: 'with_patient', turn: 'patient' }), now)).toEqual(answer);
  expect(
    appointmentOf(
      caseWith([answer, { ...asked, answered_at: '2026-11-23T08:00:00.000Z' }], {
        status: 'with_patient',
        turn: 'patient',
      }),
      now,
    ),
  ).toBeUndefined();
});

test('can be cancelled until it begins, while its doctor has the case', () => {
  const theCase = caseWith([agreed()]);
  expect(canBeCancelled(agreed(), theCase, now)).toBe(true);
  expect(canBeCancelled(agreed(), theCase, later)).toBe(false);
  expect(canBeCancelled(agreed({ accepted: null }), theCase, now)).toBe(false);
  expect(canBeCancelled(agreed({ cancelled }), theCase, now)).toBe(false);
  expect(canBeCancelled(agreed(), { ...theCase, shared: false }, now)).toBe(false);
  expect(canBeCancelled({ ...agreed(), answered_by: 'Dr. Jonas Weber' }, theCase, now)).toBe(false);
});

test('proposed times lapse on a new answer, or when access or doctor go', () => {
  const request = aRequest();
  const answer = anAnswer({
    option: 'schedule_appointment',
    request_id: request.id,
    appointment: { proposed: [later], accepted: null, cancelled: null, place: '' },
  });
  const theCase = caseWith([answer], { status: 'with_patient', requests: [request] });
  expect(stillProposed(answer, theCase)).toBe(true);
  expect(stillProposed(answer, { ...theCase, status: 'with_doctor' })).toBe(true);
  expect(stillProposed(answer, { ...theCase, status: 'answered' })).toBe(false);
  expect(stillProposed({ ...answer, answered_by: 'Dr. Albert Keil' }, theCase)).toBe(false);
  expect(stillProposed(answer, { ...theCase, shared: false })).toBe(false);
  expect(stillProposed(answer, { ...theCase, doctor: { ...theCase.doctor, left: true } })).toBe(false);
  expect(stillProposed(answer, caseWith([answer, anAnswer()], { requests: [request] }))).toBe(false);
});
