import { patientNextStep } from '@konsil/cases';
import type { NextStep } from '@konsil/cases';
import type { CaseSummary, ProcessOverview } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import type { Answer } from '@konsil/contracts/requests';
import { paths } from '../paths.ts';

/** Where the next step of a case is done. */
export const placeOf = ({ id, last_answer: answer }: Pick<CaseSummary, 'id' | 'last_answer'>, { place }: NextStep): string => {
  if (place === 'answer') return answer ? paths.answer(id, answer.id) : paths.case(id);
  return { upload: paths.upload(id), send: paths.send(id), message: paths.newMessage(id), todos: paths.caseTodos(id) }[place];
};

/** The newest answer of a case, in full. */
export const lastAnswerOf = ({ answers, last_answer: last }: Pick<ProcessOverview, 'answers' | 'last_answer'>): Answer | undefined => answers.find(({ id }) => id === last?.id);

/** To whom the case can be handed over: the doctor of the directory whom an answer recommends. */
export const successorOf = ({ recommended_doctor: recommended }: Answer, { doctor }: Pick<ProcessOverview, 'doctor'>): Doctor | undefined =>
  recommended?.accepts_cases && recommended.id !== doctor.id ? recommended : undefined;

/** The next step in a case of which all is known: documents to describe count, and what the newest answer offers. */
export const nextStepOf = (theCase: ProcessOverview): NextStep | null => {
  const step = patientNextStep(theCase, theCase.documents.filter(({ details_missing, archived_at }) => details_missing && archived_at === null).length);
  const answer = lastAnswerOf(theCase);
  if (step?.key === 'doTodos' && answer && successorOf(answer, theCase)) return { key: 'handOver', place: 'answer' };
  return step;
};
