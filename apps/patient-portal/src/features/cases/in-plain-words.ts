import type { ProcessOverview, Question } from '@konsil/contracts/cases';

/** The questions of a case, each with the plain words of its newest answer where the doctor wrote some. */
export const inPlainWords = ({ questions, answers }: Pick<ProcessOverview, 'questions' | 'answers'>): Question[] => {
  const newestLast = answers.toSorted((a, b) => a.answered_at.localeCompare(b.answered_at));
  const newest = new Map(
    newestLast.flatMap(({ question_answers: all }) => all).map((one) => [one.question_id, one.plain_words]),
  );
  return questions.map((question) => ({ ...question, answer: newest.get(question.id) || question.answer }));
};
