import type { NextStep } from '@konsil/cases';
import { rulesOf } from '@konsil/contracts/answer-options';
import type { CaseSummary, ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { paths } from '../paths.ts';

/** The page for the next step of a case. */
export const placeOf = (
  { id, last_answer: answer }: Pick<CaseSummary, 'id' | 'last_answer'>,
  { place }: NextStep,
): string => {
  if (place === 'answer') return answer ? paths.answer(id, answer.id) : paths.case(id);
  return {
    upload: paths.upload(id),
    send: paths.send(id),
    message: paths.newMessage(id),
    todos: paths.caseTodos(id),
    edit: paths.editCase(id),
    case: paths.case(id),
  }[place];
};

/** The newest answer of a case, in full. */
export const lastAnswerOf = ({
  answers,
  last_answer: last,
}: Pick<ProcessOverview, 'answers' | 'last_answer'>): Answer | undefined => answers.find(({ id }) => id === last?.id);

/** True if a doctor reads the patient's messages in a case. */
export const doctorReadsMessages = ({ shared, doctor }: Pick<CaseSummary, 'shared' | 'doctor'>): boolean =>
  shared && !doctor.left;

/** True if the newest answer refers the patient to another doctor, to whom the case can be handed over. */
export const recommendsOther = ({ option }: Pick<Answer, 'option'>, { status }: Pick<CaseSummary, 'status'>): boolean =>
  status === 'answered' && rulesOf(option).handsOver;

/** The doctor an answer recommends by name, unless they have left; also one who takes no new cases. */
export const recommendedBy = ({ recommended_doctor: recommended }: Answer) =>
  recommended && !recommended.left ? recommended : undefined;
