import type { CaseStatus, CaseSummary } from '@konsil/contracts/cases';
import type { AnswerOption } from '@konsil/contracts/codes';

/** What can happen to a case (docs/product.md section 1). */
export type CaseStep = 'send' | 'answer' | 'ask' | 'takeBack' | 'close' | 'reopen' | 'handOver' | 'replaceDoctor';

/** Where each answer option leaves the case: answered, or waiting for something from the patient. */
export const statusAfter: Record<AnswerOption, CaseStatus> = {
  final_answer: 'answered',
  unable_to_do_anything: 'answered',
  recommendation_different_physician: 'answered',
  question_to_patient: 'with_patient',
  further_documents_needed: 'with_patient',
  schedule_appointment: 'with_patient',
};

const possibleFrom: Record<CaseStep, readonly CaseStatus[]> = {
  // A request may follow another one before it was answered, and reopens a closed case.
  send: ['draft', 'with_doctor', 'with_patient', 'answered', 'closed'],
  answer: ['with_doctor'],
  // A new question finds its doctor: it waits for an answer again, also when it was closed.
  ask: ['with_patient', 'answered', 'closed'],
  takeBack: ['with_patient', 'answered'],
  close: ['answered'],
  reopen: ['closed'],
  handOver: ['answered'],
  // After the doctor has left.
  replaceDoctor: ['with_doctor', 'with_patient', 'answered', 'closed'],
};

/** Whether the case can take a step in its status. */
export const canTake = (step: CaseStep, status: CaseStatus): boolean => possibleFrom[step].includes(status);

/** The last answer sends the patient to another doctor, whom the case can be handed over to. */
export const recommendsOther = ({
  status,
  lastAnswerOption,
}: {
  status: CaseStatus;
  lastAnswerOption: string | null;
}): boolean =>
  canTake('handOver', status) && lastAnswerOption === ('recommendation_different_physician' satisfies AnswerOption);

/** Who must act next. Nobody while a case that was sent is not shared any more; the patient when its doctor has left, to choose another. */
export const turnOf = (
  status: CaseStatus,
  { shared, left }: { shared: boolean; left: boolean },
): CaseSummary['turn'] => {
  if (status === 'draft') return 'patient';
  if (!shared) return 'none';
  if (status === 'with_doctor') return left ? 'patient' : 'doctor';
  return status === 'with_patient' ? 'patient' : 'none';
};
