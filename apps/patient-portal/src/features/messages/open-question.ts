import { rulesOf, type AnswerRules } from '@konsil/contracts/answer-options';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

/** The newest answer, while it is of this kind and the patient must act. */
export const waitingAnswer = (
  { status, answers, last_answer: last }: ProcessOverview,
  isWanted: (rules: AnswerRules) => boolean,
): Answer | undefined =>
  status === 'with_patient'
    ? answers.find(({ id, option }) => isWanted(rulesOf(option)) && id === last?.id)
    : undefined;

/** The question that the patient's next message answers. */
export const openQuestion = (theCase: ProcessOverview): Answer | undefined =>
  waitingAnswer(theCase, ({ comesAs }) => comesAs === 'question');
