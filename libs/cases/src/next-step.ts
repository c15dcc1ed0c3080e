import { serverNow } from '@konsil/api/server-clock';
import type { CaseSummary } from '@konsil/contracts/cases';

/** What the patient does next; the words are `next.<key>` in the locales. */
export type NextStepKey =
  | 'uploadFirst' | 'describe' | 'sendFirst' | 'readAnswer' | 'readQuestion' | 'uploadMore' | 'sendMore' | 'answerQuestion'
  | 'chooseAppointment' | 'newAppointment' | 'handOver' | 'doTodos' | 'chooseDoctor' | 'changeDoctor';
/** `edit`: the form with the doctor of a draft; `case`: the case itself, where it is handed over. */
export type NextStepPlace = 'upload' | 'send' | 'answer' | 'message' | 'todos' | 'edit' | 'case';

export interface NextStep {
  key: NextStepKey;
  place: NextStepPlace;
}

type Standing = Pick<CaseSummary, 'status' | 'shared' | 'last_answer' | 'new_documents' | 'open_todos' | 'proposed_until'> & { doctor: Pick<CaseSummary['doctor'], 'accepts_cases' | 'left'> };

/** Whether what the doctor wrote is still to be read, before anything that it asks for. */
export const isToRead = ({ key }: NextStep): boolean => key === 'readAnswer' || key === 'readQuestion';

/** Whether the case's deadline is for this step: it is for what the answer asks, not for reading it or for documents that nobody asked for. */
export const hasDeadline = ({ status }: Pick<CaseSummary, 'status'>, step: NextStep): boolean =>
  (status === 'with_patient' ? !isToRead(step) : step.key === 'doTodos' || step.key === 'handOver');

const wanted = ({ last_answer: answer, proposed_until: until }: Standing): NextStep => {
  if (answer?.option === 'question_to_patient') return { key: 'answerQuestion', place: 'message' };
  if (answer?.option === 'schedule_appointment') {
    const over = until !== null && until <= serverNow();
    return over ? { key: 'newAppointment', place: 'message' } : { key: 'chooseAppointment', place: 'answer' };
  }
  return { key: 'uploadMore', place: 'upload' };
};

const sending = (key: 'sendFirst' | 'sendMore', withoutDetails: number): NextStep =>
  (withoutDetails > 0 ? { key: 'describe', place: 'upload' } : { key, place: 'send' });

/**
 * The one next step of the patient in a case; null when there is nothing for them to do. `withoutDetails` counts documents to describe.
 * Documents that wait to be sent always ask for it: otherwise a patient would believe that the doctor has them.
 */
export const patientNextStep = (theCase: Standing, withoutDetails = 0): NextStep | null => {
  const { status, shared, doctor, last_answer: answer, new_documents: unsent, open_todos: todos } = theCase;
  if (status === 'draft' && !doctor.accepts_cases) return { key: doctor.left ? 'chooseDoctor' : 'changeDoctor', place: 'edit' };
  if (status === 'draft') return unsent === 0 ? { key: 'uploadFirst', place: 'upload' } : sending('sendFirst', withoutDetails);
  if (answer && answer.read_at === null && (status === 'with_patient' || status === 'answered')) {
    return { key: answer.option === 'question_to_patient' ? 'readQuestion' : 'readAnswer', place: 'answer' };
  }
  const toDo: NextStep | null = status === 'answered' && todos > 0 ? { key: 'doTodos', place: 'todos' } : null;
  // Who is to go to another doctor sends nothing to this one first.
  if (toDo && answer?.option === 'recommendation_different_physician') return toDo;
  // Whoever has left gets nothing more, and answers nothing.
  if (shared && doctor.left && (unsent > 0 || status === 'with_doctor' || status === 'with_patient')) return { key: 'chooseDoctor', place: 'case' };
  if (shared && unsent > 0) return sending('sendMore', withoutDetails);
  // After the consent was withdrawn nobody waits for anything.
  return status === 'with_patient' && shared ? wanted(theCase) : toDo;
};
