import { rulesOf } from '@konsil/contracts/answer-options';
import { otherSide } from '../../cases/case-scope.ts';
import { byReply, change, reachesOther, toBothSides, caseToBothSides, toDoctor, waited } from '../common-effects.ts';
import type { EffectsOfSteps } from '../record.ts';

/** Answers, appointments and whatever was sent: taken back, withdrawn, opened. */
export const answerEffects = {
  promise_passed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase }) => [{ to: [theCase.accountId], event: change('case', theCase) }],
    notice: ({ theCase }) =>
      theCase.archivedByPatientAt ? null : { accountId: theCase.accountId, kind: 'promise_passed', caseId: theCase.id },
  },
  // A deputy is reminded, too.
  answer_overdue: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: null,
    notice: ({ theCase }) => toDoctor('answer_overdue', theCase),
  },
  // A new answer replaces the proposed times and the question of the previous one.
  answer_given: {
    webhook: ({ theCase, answerId }) => [{ event: 'answer.sent', theCase, refId: answerId }],
    settles: () => [
      { todo: 'book_appointment', as: 'dropped' },
      { todo: 'answer_question', as: 'dropped' },
    ],
    activity: reachesOther,
    search: null,
    timeline: ({ answerId }) => ({ kind: 'answer_sent', refId: answerId }),
    live: ({ theCase, option, answerId, inPool }) => [
      ...toBothSides(rulesOf(option).comesAs, theCase, answerId),
      { to: inPool, event: change('case', theCase) },
    ],
    notice: ({ theCase, option, answerId }) => ({
      accountId: theCase.accountId,
      kind: rulesOf(option).comesAs,
      caseId: theCase.id,
      refIds: [answerId],
    }),
  },
  answer_read: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, answerId }) => toBothSides('answer_read', theCase, answerId),
    notice: null,
  },
  answer_understood: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, answerId }) => toBothSides('answer_read', theCase, answerId),
    notice: null,
  },
  appointment_accepted: {
    webhook: null,
    settles: () => [{ todo: 'book_appointment', as: 'completed' }],
    activity: reachesOther,
    search: null,
    timeline: ({ answerId }) => ({ kind: 'appointment_accepted', refId: answerId }),
    live: ({ theCase, answerId }) => toBothSides('answer', theCase, answerId),
    notice: ({ theCase }) => toDoctor('appointment', theCase),
  },
  appointment_cancelled: {
    webhook: null,
    settles: null,
    activity: reachesOther,
    search: null,
    timeline: ({ answerId }) => ({ kind: 'appointment_cancelled', refId: answerId }),
    live: ({ theCase, answerId }) => toBothSides('appointment_cancelled', theCase, answerId),
    notice: ({ theCase }, by) => ({
      accountId: otherSide(by, theCase),
      kind: 'appointment_cancelled',
      caseId: theCase.id,
    }),
  },
  // `appointment_cancelled` tells the open pages.
  appointment_cancelled_for_owner: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: null,
    notice: ({ theCase }) => ({ accountId: theCase.accountId, kind: 'appointment_cancelled', caseId: theCase.id }),
  },
  // Its doctor gets a separate e-mail (`notifyOfEndedAppointments`); the step that ends the sharing updates open pages.
  appointment_ended: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ answerId }) => ({ kind: 'appointment_cancelled', refId: answerId }),
    live: null,
    notice: null,
  },
  // The leaving tells the open pages (`doctor_left`).
  appointment_lost: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ answerId }) => ({ kind: 'appointment_cancelled', refId: answerId }),
    live: null,
    notice: ({ theCase }) => ({ accountId: theCase.accountId, kind: 'appointment_cancelled', caseId: theCase.id }),
  },
  reply_received: {
    webhook: null,
    settles: byReply,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase, givesBack }) => (givesBack ? toBothSides('case', theCase) : []),
    notice: null,
  },
  // `withdraw` restores the previous state row by row, so nothing is settled here.
  withdrawn: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ kind }) => ({ kind: `${kind}_withdrawn` }),
    live: ({ theCase, readers }) => [{ to: readers, event: change('case', theCase) }],
    notice: null,
  },
  taken_back: {
    webhook: null,
    settles: waited,
    activity: null,
    search: null,
    timeline: null,
    live: caseToBothSides,
    notice: null,
  },
  sending_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ accountId, caseId, sendingId }) => [
      { to: [accountId], event: { type: 'sending', case_id: caseId, ref_id: sendingId } },
    ],
    notice: null,
  },
  sending_opened: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ senderId, caseId, patientId, sendingId }) => [
      { to: [senderId], event: { type: 'sending', case_id: caseId, patient_id: patientId, ref_id: sendingId } },
    ],
    notice: null,
  },
} as const satisfies Partial<EffectsOfSteps>;
