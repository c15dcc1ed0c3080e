import type { AnswerOption } from '@konsil/contracts/codes';
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

test('a draft goes from documents over their details to sending', () => {
  expect(key({})).toBe('uploadFirst');
  expect(key({ new_documents: 2, undescribed_documents: 1 })).toBe('describe');
  expect(key({ new_documents: 2 })).toBe('sendFirst');
});

test('an unread answer comes before everything it asks for', () => {
  expect(
    key({ status: 'with_patient', last_answer: answered('further_documents_needed', false), new_documents: 1 }),
  ).toBe('readAnswer');
});

test('an unread question is called a question', () => {
  expect(key({ status: 'with_patient', last_answer: answered('question_to_patient', false) })).toBe('readQuestion');
});

test.each([
  ['further_documents_needed', 'uploadMore'],
  ['question_to_patient', 'answerQuestion'],
  ['schedule_appointment', 'chooseAppointment'],
] as const)('%s asks the patient to %s', (option, expected) => {
  expect(key({ status: 'with_patient', last_answer: answered(option) })).toBe(expected);
});

test('once all proposed times are over the patient asks for others', () => {
  const proposed = { status: 'with_patient', last_answer: answered('schedule_appointment') } as const;
  expect(key({ ...proposed, proposed_until: '2099-11-23T10:00:00.000Z' })).toBe('chooseAppointment');
  expect(key({ ...proposed, proposed_until: '2020-11-23T10:00:00.000Z' })).toBe('newAppointment');
});

test.each(['with_doctor', 'with_patient', 'answered', 'closed'] as const)(
  'what was uploaded since the last request wants to be sent, also when the case is %s',
  (status) => {
    const standing = { status, last_answer: answered('further_documents_needed'), new_documents: 1 };
    expect(key(standing)).toBe('sendMore');
    expect(key({ ...standing, undescribed_documents: 1 })).toBe('describe');
    expect(key({ ...standing, last_answer: null })).toBe('sendMore');
  },
);

test('a recommended doctor comes before anything that would be sent to this one', () => {
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
] as const)('a doctor who waits after %s comes before documents that nobody asked for', (option, expected) => {
  const waiting = { status: 'with_patient', last_answer: answered(option), new_documents: 1 } as const;
  expect(key(waiting)).toBe(expected);
  expect(key({ ...waiting, undescribed_documents: 1 })).toBe(expected);
});

test('the deadline of what a doctor asks for is told before it was read, too', () => {
  const asked = { status: 'with_patient', last_answer: answered('question_to_patient', false) } as const;
  expect(key(asked)).toBe('readQuestion');
  expect(hasDeadline(asked, { key: 'readQuestion', place: 'answer' })).toBe(true);
  expect(hasDeadline({ status: 'answered' }, { key: 'readAnswer', place: 'answer' })).toBe(false);
});

test('an answered case still shows what is left to do', () => {
  expect(key({ status: 'answered', last_answer: answered('final_answer'), open_todos: 1 })).toBe('doTodos');
});

test('after the consent was withdrawn nobody waits', () => {
  expect(
    key({ status: 'with_patient', shared: false, last_answer: answered('further_documents_needed'), new_documents: 1 }),
  ).toBeNull();
  expect(key({ status: 'with_doctor', shared: false, new_documents: 1 })).toBeNull();
});

test.each(['with_doctor', 'with_patient'] as const)(
  'of a doctor who has left nothing more is waited for: the patient of a case that is %s chooses another one',
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

test('a case that is done needs another doctor only for what is new', () => {
  const done = {
    status: 'answered',
    doctor: { accepts_cases: false, left: true },
    last_answer: answered('final_answer'),
  } as const;
  expect(key(done)).toBeNull();
  expect(key({ ...done, new_documents: 1 })).toBe('chooseDoctor');
  expect(key({ ...done, shared: false, new_documents: 1 })).toBeNull();
});

test('a draft first needs a doctor who takes it; one that was sent stays with who takes no new cases', () => {
  const doctor = { accepts_cases: false, left: false };
  expect(key({ doctor, new_documents: 2 })).toBe('changeDoctor');
  expect(key({ doctor: { ...doctor, left: true } })).toBe('chooseDoctor');
  expect(key({ status: 'with_doctor', doctor })).toBeNull();
  expect(key({ status: 'with_patient', doctor, last_answer: answered('further_documents_needed') })).toBe('uploadMore');
});

test('nobody is asked for anything while the doctor has the case, or when it is closed', () => {
  expect(key({ status: 'with_doctor' })).toBeNull();
  expect(key({ status: 'closed', last_answer: answered('final_answer', false) })).toBeNull();
  expect(key({ status: 'answered', last_answer: answered('final_answer') })).toBeNull();
});
