import { serverNow } from '@konsil/api/server-clock';
import type { CaseSummary } from '@konsil/contracts/cases';
import { nextStepOf } from '@konsil/contracts/next-step';
import type { CaseStanding, NextStep } from '@konsil/contracts/next-step';

export type { CaseStanding, NextStep, NextStepKey, NextStepPlace } from '@konsil/contracts/next-step';

/** Whether what the doctor wrote is still to be read, before anything that it asks for. */
export const isToRead = ({ key }: NextStep): boolean => key === 'readAnswer' || key === 'readQuestion';

/** Whether the case's deadline is for this step: it is for what the doctor waits for, also before that was read, not for documents that nobody asked for. */
export const hasDeadline = ({ status }: Pick<CaseSummary, 'status'>, step: NextStep): boolean =>
  status === 'with_patient' || step.key === 'doTodos' || step.key === 'handOver';

/** The one next step of the patient in a case, by the server's clock. */
export const patientNextStep = (theCase: CaseStanding): NextStep | null => nextStepOf(theCase, serverNow());
