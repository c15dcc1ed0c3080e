import {
  change,
  settledByOtherDoctor,
  movesCaseUp,
  reachesOther,
  repliedTo,
  toBothSides,
  caseToBothSides,
  toDoctor,
  toldOfRequest,
} from '../common-effects.ts';
import type { EffectsOfSteps } from '../record.ts';

/** Creating, changing, sending and sharing a case. */
export const caseEffects = {
  case_created: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: () => ({ kind: 'case_created', patientOnly: true }),
    live: null,
    notice: null,
  },
  case_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: ({ theCase, newName }) => (newName === undefined ? null : { theCase, name: newName }),
    timeline: null,
    live: caseToBothSides,
    notice: null,
  },
  own_view_changed: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase }, { accountId }) => [{ to: [accountId], event: change('case', theCase) }],
    notice: null,
  },
  case_opened: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: null,
    live: ({ theCase }) => [{ to: [theCase.accountId], event: change('case', theCase) }],
    notice: null,
  },
  case_closed: {
    webhook: null,
    settles: null,
    activity: movesCaseUp,
    search: null,
    timeline: () => ({ kind: 'closed' }),
    live: caseToBothSides,
    notice: null,
  },
  case_reopened: {
    webhook: null,
    settles: null,
    activity: movesCaseUp,
    search: null,
    timeline: () => ({ kind: 'reopened' }),
    live: caseToBothSides,
    notice: null,
  },
  forms_changed: {
    webhook: null,
    settles: null,
    activity: ({ versionId }, by) => (versionId ? reachesOther(null, by) : null),
    search: null,
    timeline: ({ versionId }) => (versionId ? { kind: 'forms_changed', refId: versionId } : null),
    live: ({ theCase, asks }) => (asks ? [] : toBothSides('case', theCase)),
    notice: null,
  },
  question_asked: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ wasClosed }) => (wasClosed ? { kind: 'reopened' } : null),
    live: ({ theCase }) => toBothSides('request', theCase),
    notice: ({ theCase }) => toDoctor('request', theCase),
  },
  // Its moment may be later than that of the call: activity is written with the request.
  request_sent: {
    webhook: ({ theCase, requestId }) => toldOfRequest(theCase, requestId),
    settles: ({ theCase, before, replies, note }) => {
      const sameDoctor = before.doctorId === theCase.doctorId;
      if (sameDoctor && !replies) return [];
      return [
        ...(sameDoctor ? repliedTo(before, note) : settledByOtherDoctor(before)),
        { todo: 'upload_documents', as: 'completed' },
      ];
    },
    activity: null,
    search: null,
    timeline: ({ requestId, documents }) => ({ kind: 'request_sent', refId: requestId, count: documents }),
    live: ({ theCase, requestId }) => toBothSides('request', theCase, requestId),
    notice: ({ theCase }) => toDoctor('request', theCase),
  },
  handed_over: {
    webhook: ({ theCase, requestId }) => toldOfRequest(theCase, requestId),
    settles: ({ before }) => settledByOtherDoctor(before),
    activity: null,
    search: null,
    timeline: ({ requestId }) => ({ kind: 'handed_over', refId: requestId }),
    live: ({ theCase, before, requestId, helpers }) => [
      ...toBothSides('request', theCase, requestId),
      { to: [before.doctorId, ...helpers], event: change('case', theCase) },
    ],
    notice: ({ theCase }) => toDoctor('request', theCase),
  },
  shared_again: {
    webhook: null,
    settles: null,
    activity: reachesOther,
    search: null,
    timeline: () => ({ kind: 'shared_again' }),
    live: caseToBothSides,
    notice: ({ theCase, waits }) => toDoctor(waits ? 'request' : 'shared_again', theCase),
  },
  consent_withdrawn: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: () => ({ kind: 'consent_withdrawn' }),
    live: ({ theCase, helpers }) => [
      ...toBothSides('case', theCase),
      { to: [theCase.doctorId, ...helpers], event: change('case', theCase) },
    ],
    notice: null,
  },
  doctor_away: {
    webhook: null,
    settles: null,
    activity: null,
    search: null,
    timeline: ({ absenceId }) => ({ kind: 'doctor_away', refId: absenceId }),
    live: caseToBothSides,
    notice: ({ theCase, tells }) =>
      tells ? { accountId: theCase.accountId, kind: 'absence', caseId: theCase.id } : null,
  },
} as const satisfies Partial<EffectsOfSteps>;
