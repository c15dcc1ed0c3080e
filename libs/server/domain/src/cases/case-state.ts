import type { CaseStatus, CaseSummary } from '@konsil/contracts/cases';
import { rulesOf, type AnswerOption } from '@konsil/contracts/answer-options';

/** The steps of a case (docs/product.md section 1). */
export type CaseStep = 'send' | 'answer' | 'ask' | 'takeBack' | 'close' | 'reopen' | 'handOver' | 'replaceDoctor';

const possibleFrom: Record<CaseStep, readonly CaseStatus[]> = {
  // A further request may precede the answer, and reopens a closed case.
  send: ['draft', 'with_doctor', 'with_patient', 'answered', 'closed'],
  answer: ['with_doctor'],
  // A new question waits for an answer, also in a closed case.
  ask: ['with_patient', 'answered', 'closed'],
  takeBack: ['with_patient', 'answered'],
  close: ['answered'],
  reopen: ['closed'],
  handOver: ['answered'],
  // After the doctor has left.
  replaceDoctor: ['with_doctor', 'with_patient', 'answered', 'closed'],
};

/** True if the case's status allows a step. */
export const canTake = (step: CaseStep, status: CaseStatus): boolean => possibleFrom[step].includes(status);

/** True if the last answer was delivered after that time. */
export const answeredSince = ({ lastAnswerAt }: { lastAnswerAt: Date | null }, time: Date): boolean =>
  lastAnswerAt !== null && lastAnswerAt > time;

/** True if the last answer refers the patient to another doctor, for a hand-over. */
export const recommendsOther = ({
  status,
  lastAnswerOption,
}: {
  status: CaseStatus;
  lastAnswerOption: AnswerOption | null;
}): boolean => canTake('handOver', status) && lastAnswerOption !== null && rulesOf(lastAnswerOption).handsOver;

/**
 * The side that must act next. None while a sent case is no longer shared; the patient after its doctor has left, to
 * choose another.
 */
export const turnOf = (
  status: CaseStatus,
  { shared, left }: { shared: boolean; left: boolean },
): CaseSummary['turn'] => {
  if (status === 'draft') return 'patient';
  if (!shared) return 'none';
  if (status === 'with_doctor') return left ? 'patient' : 'doctor';
  return status === 'with_patient' ? 'patient' : 'none';
};
