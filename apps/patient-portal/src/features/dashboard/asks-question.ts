import { patientNextStep } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';

/** True if the patient's next step is to answer a question of the doctor, read or unread. */
export const asksQuestion = (theCase: CaseSummary): boolean => {
  const key = patientNextStep(theCase)?.key;
  return key === 'readQuestion' || key === 'answerQuestion';
};
