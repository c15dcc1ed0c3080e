import type { AnswerOption } from '@konsil/contracts/answer-options';
import type { Role } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import type { SendingKind } from '@konsil/contracts/sendings';
import type { CaseRow, DocumentRow } from '../access/loaders.ts';

/** `theCase` is the case after the step. */
interface InCase {
  theCase: CaseRow;
}
type OfDocument = InCase & { document: Pick<DocumentRow, 'id' | 'sentAt'> };
type OfAnswer = InCase & { answerId: string };
type OfTodo = InCase & { todoId: string };
type OfMessage = InCase & { messageId: string };
type OfSecondLook = InCase & { lookId: string; readerId: string };
type OfDeputy = InCase & { rowId: string; deputyId: string };
type OfPool = InCase & { entryId: string; told: readonly string[] };
interface OfPatient {
  patientId: string;
  /** The accounts that see the patient. */
  readers: readonly string[];
}
interface OfAccount {
  accountId: string;
}
interface OfSending extends OfAccount {
  caseId: string;
  sendingId: string;
}

/** All steps, with the data that their effects need. `effects.ts` declares the effects of each. */
export interface Steps {
  case_created: InCase;
  /** `newName` only if it has another one than before. */
  case_changed: InCase & { newName?: string };
  /** A change that only its author sees: their archive, their order. */
  own_view_changed: InCase;
  case_opened: InCase;
  case_closed: InCase;
  case_reopened: InCase;
  /** `versionId`: the version that keeps the earlier texts; none before the first request. `asks`: `question_asked` follows. */
  forms_changed: InCase & { versionId: string | undefined; asks: boolean };
  question_asked: InCase & { wasClosed: boolean };

  /**
   * `before`: the case before the request, `note`: the text sent with it, `replies`: true if the patient had seen the
   * last answer.
   */
  request_sent: InCase & { requestId: string; before: CaseRow; replies: boolean; note: string; documents: number };
  /** `helpers`: those who saw the case beside its previous doctor. */
  handed_over: InCase & { requestId: string; before: CaseRow; helpers: readonly string[] };
  shared_again: InCase & { waits: boolean };
  /** `helpers`: those who saw the case beside its doctor. */
  consent_withdrawn: InCase & { helpers: readonly string[] };
  /** `tells`: the patient gets a notice, one for all of their cases with this doctor. */
  doctor_away: InCase & { absenceId: string; tells: boolean };
  /** `readerId`: the colleague. */
  second_look_asked: OfSecondLook;
  second_look_agreed: OfSecondLook;
  second_look_refused: OfSecondLook;
  second_look_answered: OfSecondLook;
  /** `readerId`: null if the colleague was never notified. */
  second_look_ended: Omit<OfSecondLook, 'readerId'> & { readerId: string | null };
  /** `tells`: the patient gets a notice, one for all of their cases with this doctor. */
  deputy_asked: OfDeputy & { tells: boolean };
  deputy_agreed: OfDeputy;
  deputy_refused: OfDeputy;
  /** `deputyId`: null if the deputy was never notified. */
  deputy_ended: Omit<OfDeputy, 'deputyId'> & { deputyId: string | null };
  /** The patient gave or withdrew consent to the doctor's assistants; `told`: those who had access before. */
  assistants_changed: InCase & { told: readonly string[] };
  /** `told`: the doctors of the clinic, in whose pool the case appears or disappears. */
  pool_put: OfPool;
  /** A doctor took the case, or was given it. `requestId`: the request that they are to answer. */
  pool_taken: OfPool & { before: CaseRow; requestId: string | undefined };
  /** A colleague gave it to its doctor. */
  pool_assigned: InCase;
  /** The doctor of a case in a pool keeps it, because nobody took it. */
  pool_left: OfPool;
  /** The patient lets the doctors of a clinic answer, or no longer. */
  pool_allowed: InCase;
  /** An assistant began a draft of an answer, or a doctor took it over. */
  answer_prepared: InCase;
  /** An assistant began or ended to work for a doctor, or a doctor in the pool of a clinic. */
  practice_changed: { accounts: readonly string[] };
  doctor_left: OfAccount & { waits: boolean };

  /** The promised day has passed. */
  promise_passed: InCase;
  answer_overdue: InCase;
  /** `inPool`: the doctors of the pool that the case was in. */
  answer_given: OfAnswer & { option: AnswerOption; inPool: readonly string[] };
  answer_read: OfAnswer;
  answer_understood: OfAnswer;
  appointment_accepted: OfAnswer;
  appointment_cancelled: OfAnswer;
  /** A person who acts for the owner cancelled the appointment, so the owner is told. */
  appointment_cancelled_for_owner: OfAnswer;
  /** The appointment ended, because its doctor no longer sees the case. */
  appointment_ended: OfAnswer;
  /** The appointment was lost, because its doctor has left. */
  appointment_lost: OfAnswer;

  /** The patient's reply to the last answer; `givesBack` unless the doctor had the case already. */
  reply_received: InCase & { option: AnswerOption | null; without: boolean; givesBack: boolean };
  /** A sending is withdrawn; `readers` saw the case before. */
  withdrawn: InCase & { kind: SendingKind; readers: readonly string[] };
  /** The doctor does not wait for the patient any longer. */
  taken_back: InCase;

  message_sent: OfMessage;
  message_edited: OfMessage;
  message_read: OfMessage;

  todo_added: OfTodo & { assignee: Role };
  todo_edited: OfTodo & { assignee: Role; reassigned: boolean; isDone: boolean };
  todo_done: OfTodo;
  todo_reopened: OfTodo & { assignee: Role; wasDropped: boolean };
  /** Its author took it back. */
  todo_taken_back: OfTodo;
  /** A step of the case did it, or made it needless. */
  todo_settled: OfTodo & { as: 'completed' | 'dropped' };
  todos_due: OfAccount & { todoIds: readonly string[] };

  documents_added: InCase & { documents: readonly OfDocument['document'][]; count: number };
  document_changed: OfDocument;
  document_read: OfDocument;
  document_prepared: OfDocument;

  epicrisis_saved: OfPatient & { released: boolean; accountId: string };
  /** Recorded in each case that the releasing doctor has with the patient. */
  epicrisis_released: InCase & { versionId: string };
  epicrisis_read: OfPatient;

  /** `renamed`: the person's name and date of birth, if their cases are now found by other words than before. */
  patient_changed: OfPatient & { renamed?: PatientFields };
  /** The access of a reader to the person started or ended; notifies both the reader and the owner. */
  reading_changed: OfPatient;
  patient_erased: Pick<OfPatient, 'readers'>;
  account_changed: OfAccount;
  sending_changed: OfSending;
  /** The sending can no longer be withdrawn. */
  sending_opened: { senderId: string; caseId: string; patientId: string; sendingId: string };
}
export type StepName = keyof Steps;
/** A step as it is recorded. */
export type Step<K extends StepName = StepName> = { [N in K]: { step: N } & Steps[N] }[K];
