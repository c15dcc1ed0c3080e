import { doctorTurn, patientTurn } from './turn.ts';

const today = '2026-11-20';
const answer = (read: boolean) => ({
  id: '1',
  option: 'final_answer' as const,
  answered_at: '2026-11-18T10:00:00Z',
  read_at: read ? '2026-11-19T10:00:00Z' : null,
});
const standing = (changes: Partial<Parameters<typeof patientTurn>[0]>) => ({
  status: 'draft' as const,
  turn: 'patient' as const,
  answer_due_on: null,
  last_answer: null,
  shared: true,
  doctor: { accepts_cases: true, left: false },
  new_documents: 0,
  undescribed_documents: 0,
  open_todos: 0,
  proposed_until: null,
  ...changes,
});

test.each([
  ['a draft', standing({}), { tone: 'draft', key: 'draft' }, { tone: 'none', key: 'closed' }],
  [
    'sent, due on Tuesday',
    standing({ status: 'with_doctor', turn: 'doctor', answer_due_on: '2026-11-24' }),
    { tone: 'other', key: 'answerBy', day: '2026-11-24' },
    { tone: 'you', key: 'replyBy', day: '2026-11-24' },
  ],
  [
    'sent, due today',
    standing({ status: 'with_doctor', turn: 'doctor', answer_due_on: today }),
    { tone: 'other', key: 'answerToday', day: today },
    { tone: 'you', key: 'replyToday', day: today },
  ],
  [
    'sent, overdue',
    standing({ status: 'with_doctor', turn: 'doctor', answer_due_on: '2026-11-19' }),
    { tone: 'other', key: 'answerLate', day: '2026-11-19' },
    { tone: 'you', key: 'replyLate', day: '2026-11-19' },
  ],
  [
    'documents wanted',
    standing({ status: 'with_patient', last_answer: answer(true) }),
    { tone: 'you', key: 'yours' },
    { tone: 'other', key: 'withPatient', gender: 'F' },
  ],
  [
    'answered, not read',
    standing({ status: 'answered', turn: 'none', last_answer: answer(false) }),
    { tone: 'you', key: 'answerUnread', day: answer(false).answered_at },
    { tone: 'none', key: 'answered', day: answer(false).answered_at },
  ],
  [
    'answered and read',
    standing({ status: 'answered', turn: 'none', last_answer: answer(true) }),
    { tone: 'none', key: 'answered', day: answer(true).answered_at },
    { tone: 'none', key: 'answered', day: answer(true).answered_at },
  ],
  [
    'sent, consent withdrawn',
    standing({ status: 'with_doctor', turn: 'none', answer_due_on: '2026-11-24' }),
    { tone: 'hidden', key: 'notShared' },
    { tone: 'you', key: 'replyBy', day: '2026-11-24' },
  ],
  [
    'closed',
    standing({ status: 'closed', turn: 'none', last_answer: answer(true) }),
    { tone: 'none', key: 'closed' },
    { tone: 'none', key: 'closed' },
  ],
])('%s shows each side whose turn it is', (_, theCase, forPatient, forDoctor) => {
  expect(patientTurn(theCase, today)).toEqual(forPatient);
  expect(doctorTurn({ ...theCase, patient: { gender: 'F' } }, today)).toEqual(forDoctor);
});

test.each([
  ['an open to-do', { open_todos: 1 }],
  ['documents to send', { new_documents: 1 }],
])("an answered case with %s is still the patient's turn", (_, left) => {
  expect(
    patientTurn(standing({ status: 'answered', turn: 'none', last_answer: answer(true), ...left }), today),
  ).toEqual({ tone: 'you', key: 'yours' });
});
