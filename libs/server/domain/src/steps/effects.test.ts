import { answerOptions } from '@konsil/contracts/answer-options';
import { timelineKinds } from '@konsil/contracts/cases';
import type { CaseRow } from '../access/loaders.ts';
import { noticeKinds } from '../notices/texts/templates.ts';
import type { StepActor } from './record.ts';
import { effects } from './effects.ts';
import { rowOf } from './record.ts';
import type { StepName, Steps } from './steps.ts';

const sent = new Date('2026-11-02T09:00:00Z');
const theCase = {
  id: 'case',
  patientId: 'record',
  accountId: 'owner',
  doctorId: 'doctor',
  firstSentAt: sent,
  sharedAt: sent,
  lastAnswerOption: 'question_to_patient',
} as CaseRow;
const document = { id: 'document', sentAt: sent };
const ofPatient = { patientId: 'record', readers: ['doctor'] };

const patient: StepActor = { accountId: 'owner', role: 'patient' };
const doctor: StepActor = { accountId: 'doctor', role: 'doctor' };
const acting: StepActor = {
  accountId: 'daughter',
  role: 'patient',
  standsFor: { accountId: 'owner', side: 'patient', caseId: 'case' },
};
const portal: StepActor = { accountId: 'owner', role: 'system' };

/** Every step at its loudest, by each of those who take it. A new step does not compile without. */
const samples: { [K in StepName]: [by: StepActor[], ...steps: Steps[K][]] } = {
  case_created: [[patient], { theCase }],
  case_changed: [[patient], { theCase, newName: 'Schilddrüse' }],
  own_view_changed: [[patient, doctor], { theCase }],
  case_opened: [[doctor], { theCase }],
  case_closed: [[patient], { theCase }],
  case_reopened: [[patient], { theCase }],
  forms_changed: [[patient], { theCase, versionId: 'version', asks: false }],
  question_asked: [[patient], { theCase, wasClosed: true }],
  request_sent: [
    [patient],
    { theCase, requestId: 'request', before: theCase, replies: true, note: 'Ja', documents: 1 },
  ],
  handed_over: [
    [patient],
    { theCase, requestId: 'request', before: { ...theCase, doctorId: 'former' }, helpers: ['assistant'] },
  ],
  shared_again: [[patient], { theCase, waits: true }, { theCase, waits: false }],
  consent_withdrawn: [[patient], { theCase: { ...theCase, sharedAt: null }, helpers: ['deputy'] }],
  doctor_away: [[doctor], { theCase, absenceId: 'absence', tells: true }],
  second_look_asked: [[doctor], { theCase, lookId: 'look', readerId: 'colleague' }],
  second_look_agreed: [[patient], { theCase, lookId: 'look', readerId: 'colleague' }],
  second_look_refused: [[patient], { theCase, lookId: 'look', readerId: 'colleague' }],
  second_look_answered: [
    [{ accountId: 'colleague', role: 'doctor' }],
    { theCase, lookId: 'look', readerId: 'colleague' },
  ],
  second_look_ended: [[patient, doctor], { theCase, lookId: 'look', readerId: 'colleague' }],
  deputy_asked: [[doctor], { theCase, rowId: 'row', deputyId: 'deputy', tells: true }],
  deputy_agreed: [[patient], { theCase, rowId: 'row', deputyId: 'deputy' }],
  deputy_refused: [[patient], { theCase, rowId: 'row', deputyId: 'deputy' }],
  deputy_ended: [[patient, doctor], { theCase, rowId: 'row', deputyId: 'deputy' }],
  assistants_changed: [[patient], { theCase, told: ['assistant'] }],
  pool_put: [[doctor], { theCase, entryId: 'entry', told: ['colleague'] }],
  pool_taken: [
    [{ accountId: 'colleague', role: 'doctor' }],
    { theCase, before: { ...theCase, doctorId: 'former' }, entryId: 'entry', requestId: 'request', told: ['other'] },
  ],
  pool_assigned: [[{ accountId: 'colleague', role: 'doctor' }], { theCase }],
  pool_left: [[patient, doctor, portal], { theCase, entryId: 'entry', told: ['colleague'] }],
  pool_allowed: [[patient], { theCase }],
  answer_prepared: [[doctor], { theCase }],
  practice_changed: [[doctor], { accounts: ['doctor', 'assistant'] }],
  doctor_left: [[portal], { accountId: 'owner', waits: true }],
  promise_passed: [[portal], { theCase }],
  answer_overdue: [[portal], { theCase }],
  answer_given: [
    [doctor],
    ...answerOptions.map((option): Steps['answer_given'] => ({
      theCase,
      answerId: 'answer',
      option,
      inPool: ['colleague'],
    })),
  ],
  answer_read: [[patient], { theCase, answerId: 'answer' }],
  answer_understood: [[patient], { theCase, answerId: 'answer' }],
  appointment_accepted: [[patient], { theCase, answerId: 'answer' }],
  appointment_cancelled: [[patient, doctor], { theCase, answerId: 'answer' }],
  appointment_cancelled_for_owner: [[acting], { theCase, answerId: 'answer' }],
  appointment_ended: [[patient], { theCase, answerId: 'answer' }],
  appointment_lost: [[portal], { theCase, answerId: 'answer' }],
  reply_received: [[patient], { theCase, option: 'question_to_patient', without: false, givesBack: true }],
  withdrawn: [
    [patient, doctor],
    ...(['answer', 'message', 'request'] as const).map((kind) => ({ theCase, kind, readers: ['owner', 'doctor'] })),
  ],
  taken_back: [[doctor], { theCase }],
  message_sent: [[patient, doctor], { theCase, messageId: 'message' }],
  message_edited: [[patient, doctor], { theCase, messageId: 'message' }],
  message_read: [[patient, doctor], { theCase, messageId: 'message' }],
  todo_added: [[patient, doctor], { theCase, todoId: 'todo', assignee: 'patient' }],
  todo_edited: [[patient, doctor], { theCase, todoId: 'todo', assignee: 'patient', reassigned: true, isDone: false }],
  todo_done: [[patient, doctor], { theCase, todoId: 'todo' }],
  todo_reopened: [[patient, doctor], { theCase, todoId: 'todo', assignee: 'patient', wasDropped: true }],
  todo_taken_back: [[patient, doctor], { theCase, todoId: 'todo' }],
  todo_settled: [
    [patient, doctor],
    { theCase, todoId: 'todo', as: 'completed' },
    { theCase, todoId: 'todo', as: 'dropped' },
  ],
  todos_due: [[portal], { accountId: 'owner', todoIds: [] }],
  documents_added: [[patient, doctor], { theCase, documents: [document], count: 1 }],
  document_changed: [[patient, doctor, portal], { theCase, document }],
  document_read: [[patient], { theCase, document }],
  document_prepared: [[portal], { theCase, document }],
  epicrisis_saved: [[doctor], { ...ofPatient, released: true, accountId: 'owner' }],
  epicrisis_released: [[doctor], { theCase, versionId: 'version' }],
  epicrisis_read: [[patient], { ...ofPatient, readers: ['owner'] }],
  patient_changed: [[patient], ofPatient],
  reading_changed: [[patient], ofPatient],
  patient_erased: [[portal], { readers: ['doctor'] }],
  account_changed: [[patient, doctor], { accountId: 'owner' }],
  sending_opened: [[doctor], { senderId: 'owner', caseId: 'case', patientId: 'record', sendingId: 'sending' }],
  sending_changed: [[patient, doctor], { accountId: 'owner', caseId: 'case', sendingId: 'sending' }],
};
const names = Object.keys(effects) as StepName[];

/** The effects of a step, for each sample and each actor. */
const causedBy = (name: StepName, changes: Partial<CaseRow> = {}) => {
  const [takers, ...steps] = samples[name];
  const row = rowOf(name);
  return steps.flatMap((step) => {
    const given = 'theCase' in step ? { ...step, theCase: { ...step.theCase, ...changes } } : step;
    return takers.map((by) => ({
      by,
      activity: row.activity?.(given, by) ?? null,
      timeline: row.timeline?.(given, by) ?? null,
      told: (row.live?.(given, by) ?? []).flatMap(({ to }) => to),
      notice: row.notice?.(given, by) ?? null,
    }));
  });
};

test('every kind of timeline entry and of notice belongs to a step', () => {
  const all = names.flatMap((name) => causedBy(name));
  expect(new Set(all.flatMap(({ notice }) => notice?.kind ?? []))).toEqual(new Set(noticeKinds));
  expect(new Set(all.flatMap(({ timeline }) => timeline?.kind ?? []))).toEqual(new Set(timelineKinds));
});

test.each(names)('%s sends no notice to its own actor', (name) => {
  for (const { by, notice } of causedBy(name))
    if (by.role !== 'system') expect(notice?.accountId).not.toBe(by.accountId);
});

test.each(names)('%s takes no case out of the archive of its own actor', (name) => {
  for (const { by, activity } of causedBy(name)) expect(activity?.reaches).not.toBe(by.role);
});

// These steps may end the sharing, and the doctor who loses the case is told.
const ofShared: StepName[] = ['consent_withdrawn', 'handed_over', 'withdrawn'];
test.each(names.filter((name) => !ofShared.includes(name)))(
  '%s notifies no doctor of a case that is not shared',
  (name) => {
    const [, ...steps] = samples[name];
    if (!steps.some((step) => 'theCase' in step)) return;
    for (const { by, told } of causedBy(name, { firstSentAt: null, sharedAt: null }))
      if (by.role !== 'doctor') expect(told).not.toContain('doctor');
  },
);

// The step that these belong to notifies the open pages.
const silent: StepName[] = [
  'case_created',
  'todo_settled',
  'appointment_ended',
  'appointment_lost',
  'epicrisis_released',
];
test.each(names.filter((name) => !silent.includes(name)))(
  '%s sends events to everybody who can see its changes',
  (name) => {
    for (const { timeline, told, notice } of causedBy(name)) {
      expect(told.length + (notice ? 1 : 0)).toBeGreaterThan(0);
      if (timeline && name !== 'consent_withdrawn') expect(told).toEqual(expect.arrayContaining(['owner', 'doctor']));
    }
  },
);

test('webhooks omit unsent documents and cases that are not shared', () => {
  const told = (changes: Partial<CaseRow>, sentAt: Date | null) =>
    rowOf('documents_added').webhook?.({
      theCase: { ...theCase, ...changes },
      documents: [{ id: 'document', sentAt }],
      count: 1,
    });
  expect(told({}, sent)).toEqual([{ event: 'document.added', theCase, refId: 'document' }]);
  expect(told({}, null)).toEqual([]);
  expect(told({ sharedAt: null }, sent)).toEqual([]);
});

test('an accepted time completes its ToDo, a newer answer drops it', () => {
  const settled = (step: StepName) =>
    rowOf(step)
      .settles?.({ theCase })
      .filter(({ todo }) => todo === 'book_appointment');
  expect(settled('appointment_accepted')).toEqual([{ todo: 'book_appointment', as: 'completed' }]);
  expect(settled('answer_given')).toEqual([{ todo: 'book_appointment', as: 'dropped' }]);
});
