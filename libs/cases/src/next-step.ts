import type { CaseSummary } from '@konsil/contracts/cases';

/** What the patient does next; the words are `next.<key>` in the locales. */
export type NextStepKey =
  | 'uploadFirst' | 'describe' | 'sendFirst' | 'readAnswer' | 'uploadMore' | 'sendMore' | 'answerQuestion'
  | 'chooseAppointment' | 'newAppointment' | 'handOver' | 'doTodos';
export type NextStepPlace = 'upload' | 'send' | 'answer' | 'message' | 'todos';

export interface NextStep {
  key: NextStepKey;
  place: NextStepPlace;
}

type Standing = Pick<CaseSummary, 'status' | 'turn' | 'last_answer' | 'new_documents' | 'open_todos' | 'proposed_until'>;

const wanted = (theCase: Standing): NextStep => {
  if (theCase.last_answer?.option === 'question_to_patient') return { key: 'answerQuestion', place: 'message' };
  if (theCase.last_answer?.option === 'schedule_appointment') {
    const over = theCase.proposed_until !== null && theCase.proposed_until <= new Date().toISOString();
    return over ? { key: 'newAppointment', place: 'message' } : { key: 'chooseAppointment', place: 'answer' };
  }
  return { key: 'uploadMore', place: 'upload' };
};

/** The one next step of the patient in a case; null when it is not their turn. `withoutDetails` counts documents to describe. */
export const patientNextStep = (theCase: Standing, withoutDetails = 0): NextStep | null => {
  const { status, last_answer: answer, new_documents: unsent } = theCase;
  if (status === 'closed') return null;
  // The consent was withdrawn: nobody waits for anything.
  const shared = theCase.turn !== 'none';
  if (answer && answer.read_at === null && status !== 'with_doctor') return { key: 'readAnswer', place: 'answer' };
  if (status === 'draft' || (status === 'with_patient' && shared && unsent > 0)) {
    if (unsent === 0) return { key: 'uploadFirst', place: 'upload' };
    if (withoutDetails > 0) return { key: 'describe', place: 'upload' };
    return { key: status === 'draft' ? 'sendFirst' : 'sendMore', place: 'send' };
  }
  if (status === 'with_patient' && shared) return wanted(theCase);
  return status === 'answered' && theCase.open_todos > 0 ? { key: 'doTodos', place: 'todos' } : null;
};
