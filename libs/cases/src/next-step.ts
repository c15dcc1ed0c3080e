import { serverNow } from '@konsil/api/server-clock';
import type { CaseSummary } from '@konsil/contracts/cases';
import { nextStepOf } from '@konsil/contracts/next-step';
import type { CaseStanding, NextStep } from '@konsil/contracts/next-step';

export type { CaseStanding, NextStep, NextStepKey, NextStepPlace } from '@konsil/contracts/next-step';

/** True if the next step is to read what the doctor wrote. */
export const isToRead = ({ key }: NextStep): boolean => key === 'readAnswer' || key === 'readQuestion';

/** True if the case's deadline applies to this step, because the doctor waits for it. */
export const hasDeadline = ({ status }: Pick<CaseSummary, 'status'>, step: NextStep): boolean =>
  status === 'with_patient' || step.key === 'doTodos' || step.key === 'handOver';

/** The patient's next step in a case, by server time. */
export const patientNextStep = (theCase: CaseStanding): NextStep | null => nextStepOf(theCase, serverNow());
