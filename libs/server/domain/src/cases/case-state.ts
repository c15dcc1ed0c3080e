import type { CaseStatus, CaseSummary } from '@konsil/contracts/cases';
import { rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';

/** What can happen to a case (docs/product.md section 1). */
export type CaseStep = 'send' | 'answer' | 'ask' | 'takeBack' | 'close' | 'reopen' | 'handOver' | 'replaceDoctor';

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
  lastAnswerOption: AnswerOption | null;
}): boolean => canTake('handOver', status) && lastAnswerOption !== null && rulesOf(lastAnswerOption).handsOver;

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
