import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';

/** The letter that first gave the current answer to a question; later letters may repeat it. */
export const answerTo = ({ answers }: Pick<ProcessOverview, 'answers'>, questionId: string): Answer | undefined => {
  const inTime = [...answers].sort((a, b) => a.answered_at.localeCompare(b.answered_at));
  const textIn = (answer: Answer | undefined) =>
    answer?.question_answers.find(({ question_id: id }) => id === questionId)?.text;
  return inTime.reduce<Answer | undefined>(
    (given, answer) => (textIn(answer) === undefined || textIn(answer) === textIn(given) ? given : answer),
    undefined,
  );
};
