import { rulesOf } from './answer-options.ts';
import type { CaseSummary } from './cases.ts';

/** The patient's next step; the texts are `next.<key>` in the locales of `cases`. */
export type NextStepKey =
  | 'uploadFirst'
  | 'describe'
  | 'sendFirst'
  | 'readAnswer'
  | 'readQuestion'
  | 'uploadMore'
  | 'sendMore'
  | 'answerQuestion'
  | 'chooseAppointment'
  | 'newAppointment'
  | 'handOver'
  | 'doTodos'
  | 'chooseDoctor'
  | 'changeDoctor';
/** `edit`: the form with the doctor of a draft; `case`: the case page, where it is handed over. */
export type NextStepPlace = 'upload' | 'send' | 'answer' | 'message' | 'todos' | 'edit' | 'case';

export interface NextStep {
  key: NextStepKey;
  place: NextStepPlace;
}

/** Everything that decides the next step. Case summaries contain all of it, so that all pages agree. */
export type CaseStanding = Pick<
  CaseSummary,
  'status' | 'shared' | 'last_answer' | 'new_documents' | 'undescribed_documents' | 'open_todos' | 'proposed_until'
> & { doctor: Pick<CaseSummary['doctor'], 'accepts_cases' | 'left'> };

/** The request in the doctor's last answer. */
const wanted = ({ last_answer: answer, proposed_until: until }: CaseStanding, now: string): NextStep => {
  const rules = answer && rulesOf(answer.option);
  if (rules?.leaves !== 'with_patient') return { key: 'uploadMore', place: 'upload' };
  const { late, ...next } = rules.next;
  return late && until !== null && until <= now ? late : next;
};

/** The step left after an answer, or while the doctor has the case again: proposed times, other ToDos. */
const leftToDo = (theCase: CaseStanding, now: string): NextStep | null => {
  const { status, shared, last_answer: answer, proposed_until: until } = theCase;
  if (status !== 'answered' && !(status === 'with_doctor' && shared)) return null;
  const next = status === 'with_doctor' && answer && rulesOf(answer.option);
  if (next && next.leaves === 'with_patient' && next.next.late && until !== null && until > now)
    return { key: next.next.key, place: next.next.place };
  return { key: 'doTodos', place: 'todos' };
};

const sending = (key: 'sendFirst' | 'sendMore', { undescribed_documents: undescribed }: CaseStanding): NextStep =>
  undescribed > 0 ? { key: 'describe', place: 'upload' } : { key, place: 'send' };

/**
 * The patient's next step in a case; null if there is nothing to do. `now` is an ISO timestamp. Unsent documents ask to
 * be sent unless the doctor waits for something else, so that patients do not believe that the doctor has them.
 */
export const nextStepOf = (theCase: CaseStanding, now: string): NextStep | null => {
  const { status, shared, doctor, last_answer: answer, new_documents: unsent, open_todos: todos } = theCase;
  if (status === 'draft' && !doctor.accepts_cases)
    return { key: doctor.left ? 'chooseDoctor' : 'changeDoctor', place: 'edit' };
  if (status === 'draft') return unsent === 0 ? { key: 'uploadFirst', place: 'upload' } : sending('sendFirst', theCase);
  if (answer && answer.read_at === null && (status === 'with_patient' || status === 'answered')) {
    return { key: rulesOf(answer.option).comesAs === 'question' ? 'readQuestion' : 'readAnswer', place: 'answer' };
  }
  // A patient referred to another doctor sends nothing to this one first.
  if (status === 'answered' && todos > 0 && answer && rulesOf(answer.option).handsOver)
    return { key: 'handOver', place: 'answer' };
  // A doctor who has left receives and answers nothing.
  if (shared && doctor.left && (unsent > 0 || status === 'with_doctor' || status === 'with_patient'))
    return { key: 'chooseDoctor', place: 'case' };
  // Requested documents come before unrequested ones; after the consent was withdrawn nobody waits.
  const awaited = status === 'with_patient' && shared ? wanted(theCase, now) : null;
  if (awaited && awaited.key !== 'uploadMore') return awaited;
  if (shared && unsent > 0) return sending('sendMore', theCase);
  return awaited ?? (todos > 0 ? leftToDo(theCase, now) : null);
};
