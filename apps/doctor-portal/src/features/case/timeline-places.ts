// @bundle route
import type { ProcessOverview } from '@konsil/contracts/cases';
import { paths } from '../paths';

/** The parts of a case to which its timeline leads. */
export const timelinePlaces = (theCase: Pick<ProcessOverview, 'id' | 'patient'>) => {
  const here = paths.case(theCase);
  return {
    answer: (id: string) => paths.givenAnswer(theCase, id),
    messages: paths.caseMessages(theCase),
    todos: `${here}/todos`,
    documents: `${here}/documents`,
    forms: `${here}/anamnesis`,
    epicrisis: `${here}/epicrisis`,
  };
};
