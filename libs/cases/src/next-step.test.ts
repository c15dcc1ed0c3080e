import type { AnswerOption } from '@konsil/contracts/answer-options';
import { hasDeadline, patientNextStep } from './next-step.ts';

type Standing = Parameters<typeof patientNextStep>[0];
const standing = (changes: Partial<Standing>): Standing => ({
  status: 'draft',
  shared: changes.status !== undefined,
  doctor: { accepts_cases: true, left: false },
  last_answer: null,
  new_documents: 0,
  undescribed_documents: 0,
  open_todos: 0,
  proposed_until: null,
  ...changes,
});
const answered = (option: AnswerOption, read = true) => ({
  id: '1',
  option,
  answered_at: '2026-11-18T10:00:00Z',
  read_at: read ? '2026-11-19T10:00:00Z' : null,
});
const key = (changes: Partial<Standing>) => patientNextStep(standing(changes))?.key ?? null;

test('a draft goes from documents to their details to sending', () => {
  expect(key({})).toBe('uploadFirst');
  expect(key({ new_documents: 2, undescribed_documents: 1 })).toBe('describe');
  expect(key({ new_documents: 2 })).toBe('sendFirst');
});

test('reading an unread answer comes before the steps that it asks for', () => {
  expect(
    key({ status: 'with_patient', last_answer: answered('further_documents_needed', false), new_documents: 1 }),
  ).toBe('readAnswer');
});

test('an unread question is labelled as a question, not an answer', () => {
  expect(key({ status: 'with_patient', last_answer: answered('question_to_patient', false) })).toBe('readQuestion');
});

test.each([
  ['further_documents_needed', 'uploadMore'],
  ['question_to_patient', 'answerQuestion'],
  ['schedule_appointment', 'chooseAppointment'],
] as const)('%s asks the patient to %s', (option, expected) => {
  expect(key({ status: 'with_patient', last_answer: answered(option) })).toBe(expected);
});

test('asks for other times once all proposed times are past', () => {
  const proposed = { status: 'with_patient', last_answer: answered('schedule_appointment') } as const;
  expect(key({ ...proposed, proposed_until: '2099-11-23T10:00:00.000Z' })).toBe('chooseAppointment');
  expect(key({ ...proposed, proposed_until: '2020-11-23T10:00:00.000Z' })).toBe('newAppointment');
});

test.each(['with_doctor', 'with_patient', 'answered', 'closed'] as const)(
  'asks to send documents uploaded since the last request, also when the case is %s',
  (status) => {
    const standing = { status, last_answer: answered('further_documents_needed'), new_documents: 1 };
    expect(key(standing)).toBe('sendMore');
    expect(key({ ...standing, undescribed_documents: 1 })).toBe('describe');
    expect(key({ ...standing, last_answer: null })).toBe('sendMore');
  },
);

test('choosing a recommended doctor comes before sending to the current one', () => {
  expect(
    key({
      status: 'answered',
      last_answer: answered('recommendation_different_physician'),
      new_documents: 1,
      open_todos: 1,
    }),
  ).toBe('handOver');
});

test.each([
  ['question_to_patient', 'answerQuestion'],
  ['schedule_appointment', 'chooseAppointment'],
] as const)('what a doctor waits for after %s comes before documents nobody asked for', (option, expected) => {
  const waiting = { status: 'with_patient', last_answer: answered(option), new_documents: 1 } as const;
  expect(key(waiting)).toBe(expected);
  expect(key({ ...waiting, undescribed_documents: 1 })).toBe(expected);
});

test('proposed times can still be chosen while the case is back with the doctor', () => {
  const sent = { status: 'with_doctor', last_answer: answered('schedule_appointment'), open_todos: 1 } as const;
  expect(key({ ...sent, proposed_until: '2099-11-23T10:00:00.000Z' })).toBe('chooseAppointment');
  expect(key({ ...sent, proposed_until: '2020-11-23T10:00:00.000Z' })).toBe('doTodos');
  expect(key({ ...sent, open_todos: 0, proposed_until: null })).toBeNull();
});

test('other open ToDos wait while the doctor has the case, unless it is unshared', () => {
  const sent = { status: 'with_doctor', last_answer: null, open_todos: 1 } as const;
  expect(key(sent)).toBe('doTodos');
  expect(key({ ...sent, shared: false })).toBeNull();
});

test("shows the deadline of a doctor's request before it was read", () => {
  const asked = { status: 'with_patient', last_answer: answered('question_to_patient', false) } as const;
  expect(key(asked)).toBe('readQuestion');
  expect(hasDeadline(asked, { key: 'readQuestion', place: 'answer' })).toBe(true);
  expect(hasDeadline({ status: 'answered' }, { key: 'readAnswer', place: 'answer' })).toBe(false);
});

test('an answered case still shows what is left to do', () => {
  expect(key({ status: 'answered', last_answer: answered('final_answer'), open_todos: 1 })).toBe('doTodos');
});

test('asks nothing of the patient after the consent was withdrawn', () => {
  expect(
    key({ status: 'with_patient', shared: false, last_answer: answered('further_documents_needed'), new_documents: 1 }),
  ).toBeNull();
  expect(key({ status: 'with_doctor', shared: false, new_documents: 1 })).toBeNull();
});

test.each(['with_doctor', 'with_patient'] as const)(
  'asks for another doctor when the doctor of a case that is %s has left',
  (status) => {
    const doctor = { accepts_cases: false, left: true };
    expect(key({ status, doctor, last_answer: answered('question_to_patient'), new_documents: 1 })).toBe(
      'chooseDoctor',
    );
    expect(key({ status: 'with_patient', doctor, last_answer: answered('question_to_patient', false) })).toBe(
      'readQuestion',
    );
  },
);

test('a completed case needs another doctor only for new documents', () => {
  const done = {
    status: 'answered',
    doctor: { accepts_cases: false, left: true },
    last_answer: answered('final_answer'),
  } as const;
  expect(key(done)).toBeNull();
  expect(key({ ...done, new_documents: 1 })).toBe('chooseDoctor');
  expect(key({ ...done, shared: false, new_documents: 1 })).toBeNull();
});

test('a draft needs a doctor who takes new cases; a sent case does not', () => {
  const doctor = { accepts_cases: false, left: false };
  expect(key({ doctor, new_documents: 2 })).toBe('changeDoctor');
  expect(key({ doctor: { ...doctor, left: true } })).toBe('chooseDoctor');
  expect(key({ status: 'with_doctor', doctor })).toBeNull();
  expect(key({ status: 'with_patient', doctor, last_answer: answered('further_documents_needed') })).toBe('uploadMore');
});

test('asks nothing of the patient while the doctor has the case or when it is closed', () => {
  expect(key({ status: 'with_doctor' })).toBeNull();
  expect(key({ status: 'closed', last_answer: answered('final_answer', false) })).toBeNull();
  expect(key({ status: 'answered', last_answer: answered('final_answer') })).toBeNull();
});
