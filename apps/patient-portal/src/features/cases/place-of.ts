import { patientNextStep } from '@konsil/cases';
import type { NextStep } from '@konsil/cases';
import type { CaseSummary, ProcessOverview } from '@konsil/contracts/cases';
import { paths } from '../paths.ts';

/** Where the next step of a case is done. */
export const placeOf = ({ id, last_answer: answer }: Pick<CaseSummary, 'id' | 'last_answer'>, { place }: NextStep): string => {
  if (place === 'answer') return answer ? paths.answer(id, answer.id) : paths.case(id);
  return { upload: paths.upload(id), send: paths.send(id), message: paths.newMessage(id), todos: paths.caseTodos(id) }[place];
};

/** The next step in a case whose documents are known, so that those to describe count. */
export const nextStepOf = (theCase: ProcessOverview): NextStep | null =>
  patientNextStep(theCase, theCase.documents.filter(({ details_missing, archived_at }) => details_missing && archived_at === null).length);
