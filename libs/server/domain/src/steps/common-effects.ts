import { optionsThat, rulesOf } from '@konsil/contracts/answer-options';
import type { ChangeType, Role } from '@konsil/contracts/codes';
import type { CaseRow, DocumentRow } from '../access/loaders.ts';
import { audienceOf } from '../cases/case-scope.ts';
import type { NewEvent } from '../events/events.ts';
import type { Hook } from '../webhooks/tell-webhooks.ts';
import type { News } from '../notices/notices.ts';
import type { Activity, StepActor, LiveEffect, Settled } from './record.ts';
import { isOn, oppositeOf, sideOf } from '../access/sides.ts';
import type { Steps } from './steps.ts';

export const isPrivate = ({ firstSentAt }: CaseRow): boolean => firstSentAt === null;
export const change = (type: ChangeType, { id, patientId }: CaseRow, refId?: string): NewEvent => ({
  type,
  case_id: id,
  patient_id: patientId,
  ...(refId ? { ref_id: refId } : {}),
});
/** To both sides, the doctor only while the case is shared. */
export const toBothSides = (type: ChangeType, theCase: CaseRow, refId?: string): LiveEffect[] => [
  { to: audienceOf(theCase), event: change(type, theCase, refId) },
];
/** Doctors learn of a document only after it was sent. */
export const ofDocument = (
  type: ChangeType,
  theCase: CaseRow,
  document: Pick<DocumentRow, 'id' | 'sentAt'>,
): LiveEffect => ({
  to:
    document.sentAt !== null && theCase.sharedAt !== null ? [theCase.accountId, theCase.doctorId] : [theCase.accountId],
  event: change(type, theCase, document.id),
});
export const caseToBothSides = ({ theCase }: { theCase: CaseRow }) => toBothSides('case', theCase);
/** Also to the colleague who looks at the case, if there is one. */
export const caseAndReader = ({ theCase, readerId }: { theCase: CaseRow; readerId: string | null }): LiveEffect[] => [
  { to: [...audienceOf(theCase), ...(readerId ? [readerId] : [])], event: change('case', theCase) },
];
/** Also to the deputy, if the case has one. */
export const caseAndDeputy = ({ theCase, deputyId }: { theCase: CaseRow; deputyId: string | null }): LiveEffect[] =>
  caseAndReader({ theCase, readerId: deputyId });
/** Also to the doctors of the clinic, whose lists it is in. */
export const caseAndPool = ({ theCase, told }: { theCase: CaseRow; told: readonly string[] }): LiveEffect[] => [
  { to: [...new Set([...audienceOf(theCase), ...told])], event: change('case', theCase) },
];
export const ofPatient = ({ patientId, readers }: { patientId: string; readers: readonly string[] }): LiveEffect[] => [
  { to: readers, event: { type: 'patient', patient_id: patientId } },
];

export const movesCaseUp = (): Activity => ({ moves: 'case' });
/** Something came that the other side is to see. */
export const reachesOther = (_step: unknown, by: StepActor): Activity => ({
  moves: 'case_and_patient',
  reaches: oppositeOf(sideOf(by)),
});
/**
 * A ToDo for the other side reaches that side; a completed ToDo, or one for the actor's own side, only moves the case
 * up.
 */
export const reachesAssignee = (
  { assignee, isDone = false }: { assignee: Role; isDone?: boolean },
  by: StepActor,
): Activity => (isDone || isOn(by, assignee) ? { moves: 'case_and_patient' } : reachesOther(null, by));

/** Notifies the patient of a ToDo that the doctor assigns to them. */
export const newTodo = (
  { theCase, todoId, assignee }: { theCase: CaseRow; todoId: string; assignee: Role },
  by: StepActor,
): News | null =>
  isOn(by, 'doctor') && assignee === 'patient'
    ? { accountId: theCase.accountId, kind: 'todo', caseId: theCase.id, refIds: [todoId] }
    : null;
export const toDoctor = (kind: News['kind'], { doctorId, id }: CaseRow): News => ({
  accountId: doctorId,
  kind,
  caseId: id,
});

export const toldOfRequest = (theCase: CaseRow, requestId: string): Hook[] => [
  { event: 'request.sent', theCase, refId: requestId },
];
/** Unsent documents of the patient are not announced to others. */
export const toldOfDocuments = (theCase: CaseRow, documents: readonly Pick<DocumentRow, 'id' | 'sentAt'>[]): Hook[] =>
  theCase.sharedAt === null
    ? []
    : documents.flatMap(({ id, sentAt }) => (sentAt ? [{ event: 'document.added', theCase, refId: id }] : []));

/** The remaining requests of the last answer after a request to another doctor. */
export const settledByOtherDoctor = ({ lastAnswerOption }: CaseRow): Settled[] => {
  if (!lastAnswerOption) return [];
  const { todo, handsOver } = rulesOf(lastAnswerOption);
  return [{ todo, as: handsOver ? 'completed' : 'dropped' }];
};
/**
 * A note beside documents for the same doctor replies to a question, so it completes its ToDo. Proposed times are
 * settled only by choosing one.
 */
export const repliedTo = ({ lastAnswerOption }: CaseRow, note: string): Settled[] => {
  if (!lastAnswerOption) return [];
  const { todo, reply } = rulesOf(lastAnswerOption);
  return reply?.todo === 'completed' && note.trim() ? [{ todo, as: 'completed' }] : [];
};
/** Drops the ToDos of all answers that wait for the patient. */
export const waited = (): Settled[] =>
  optionsThat(({ leaves }) => leaves === 'with_patient').map((option) => ({
    todo: rulesOf(option).todo,
    as: 'dropped',
  }));
/** Settles the ToDo of the last answer, as its option says for a reply. */
export const byReply = ({ option, without }: Steps['reply_received']): Settled[] => {
  if (!option) return [];
  const { todo, reply } = rulesOf(option);
  return !reply || reply.todo === 'kept' || (reply.when !== 'always' && !without) ? [] : [{ todo, as: reply.todo }];
};
