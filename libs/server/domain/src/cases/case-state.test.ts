import { caseStatuses } from '@konsil/contracts/cases';
import { answerOptions } from '@konsil/contracts/codes';
import { canTake, statusAfter, turnOf, type CaseStep } from './case-state.ts';

test.each([
  ['final_answer', 'answered'],
  ['unable_to_do_anything', 'answered'],
  ['recommendation_different_physician', 'answered'],
  ['question_to_patient', 'with_patient'],
  ['further_documents_needed', 'with_patient'],
  ['schedule_appointment', 'with_patient'],
] as const)('after %s the case is %s', (option, status) => expect(statusAfter[option]).toBe(status));

test('no answer option is forgotten', () => expect(Object.keys(statusAfter).sort()).toEqual([...answerOptions].sort()));

// Columns: draft, with_doctor, with_patient, answered, closed.
test.each([
  ['send', [true, true, true, true, true]],
  ['answer', [false, true, false, false, false]],
  ['takeBack', [false, false, true, true, false]],
  ['close', [false, false, false, true, false]],
  ['reopen', [false, false, false, false, true]],
  ['handOver', [false, false, false, true, false]],
  ['replaceDoctor', [false, true, true, true, true]],
] satisfies [CaseStep, boolean[]][])('%s is possible where it should be', (step, expected) =>
  expect(caseStatuses.map((status) => canTake(step, status))).toEqual(expected),
);

test('it is the turn of whoever the case waits for', () => {
  expect(caseStatuses.map((status) => turnOf(status, { shared: true, left: false }))).toEqual([
    'patient',
    'doctor',
    'patient',
    'none',
    'none',
  ]);
  expect(caseStatuses.map((status) => turnOf(status, { shared: true, left: true }))).toEqual([
    'patient',
    'patient',
    'patient',
    'none',
    'none',
  ]);
  expect(caseStatuses.map((status) => turnOf(status, { shared: false, left: true }))).toEqual([
    'patient',
    'none',
    'none',
    'none',
    'none',
  ]);
});
