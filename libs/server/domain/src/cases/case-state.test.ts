import { caseStatuses } from '@konsil/contracts/cases';
import { answerOptions, rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';
import { canTake, turnOf, type CaseStep } from './case-state.ts';

const left: Record<AnswerOption, string> = {
  final_answer: 'answered',
  unable_to_do_anything: 'answered',
  recommendation_different_physician: 'answered',
  question_to_patient: 'with_patient',
  further_documents_needed: 'with_patient',
  schedule_appointment: 'with_patient',
};
test.each(answerOptions)('after %s the case has the status of the product rules', (option) =>
  expect(rulesOf(option).leaves).toBe(left[option]),
);

// Columns: draft, with_doctor, with_patient, answered, closed.
test.each([
  ['send', [true, true, true, true, true]],
  ['answer', [false, true, false, false, false]],
  ['takeBack', [false, false, true, true, false]],
  ['close', [false, false, false, true, false]],
  ['reopen', [false, false, false, false, true]],
  ['handOver', [false, false, false, true, false]],
  ['replaceDoctor', [false, true, true, true, true]],
] satisfies [CaseStep, boolean[]][])('%s is possible in exactly these states', (step, expected) =>
  expect(caseStatuses.map((status) => canTake(step, status))).toEqual(expected),
);

test('the side that the case waits for has the turn', () => {
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
