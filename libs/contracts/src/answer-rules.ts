import {
  answerFault,
  partComplaints,
  requiredTextFault,
  rulesOf,
  type AnswerComplaint,
  type AnswerOption,
} from './answer-options.ts';
import type { TodoTitle } from './codes.ts';
import type { AnswerPatient } from './requests.ts';

export interface QuestionState {
  id: string;
  answered: boolean;
}
const todoParts: readonly (keyof AnswerPatient)[] = ['aufgabeTitel', 'todo_content', 'deadline'];
const ofEveryKind: readonly (keyof AnswerPatient)[] = [
  'request_id',
  'answer',
  'plain_words',
  'question_answers',
  'with_question_answers',
  'measurements',
  'pins',
  'codes',
];

/**
 * True if answers to the patient's questions are part of this answer: always if it must answer all of them, otherwise
 * if the doctor says so.
 */
export const takesQuestionAnswers = (
  option: AnswerOption,
  { with_question_answers: said = false }: Pick<AnswerPatient, 'with_question_answers'>,
): boolean => rulesOf(option).questions === 'all' || said;

/**
 * The answer without fields that its option does not have: nothing else reaches the patient, whatever the form holds.
 */
export const partsThatTravel = (form: AnswerPatient, option: AnswerOption, title: TodoTitle): AnswerPatient => {
  const parts = new Set<string>([
    ...ofEveryKind,
    ...Object.keys(rulesOf(option).parts),
    ...(title === 'none' ? [] : todoParts),
  ]);
  const kept = Object.fromEntries(Object.entries(form).filter(([name]) => parts.has(name)));
  return { aufgabeTitel: '', answer: form.answer, ...kept };
};

/** A ToDo needs a title, and a future due date. */
const todoComplaints = (
  { aufgabeTitel, deadline }: AnswerPatient,
  title: TodoTitle,
  today: string,
): AnswerComplaint[] => {
  if (title === 'none') return [];
  return [
    ...(title === 'other' ? requiredTextFault(aufgabeTitel, 'aufgabeTitel', 'titleMissing') : []),
    ...requiredTextFault(deadline, 'deadline', 'deadlineMissing'),
    ...(deadline && deadline < today ? [answerFault('deadlinePast', 'deadline')] : []),
  ];
};

const questionComplaints = (
  form: AnswerPatient,
  option: AnswerOption,
  questions: readonly QuestionState[],
): AnswerComplaint[] => {
  const given = form.question_answers ?? [];
  const known = new Set(questions.map(({ id }) => id));
  const strangers = given.flatMap(({ question_id }, index) =>
    known.has(question_id) ? [] : [answerFault('invalid', 'question_answers', index, 'question_id')],
  );
  // Refused rather than dropped: the sender must not believe that they arrived.
  if (given.length > 0 && !takesQuestionAnswers(option, form))
    return [...strangers, answerFault('answersNotAsked', 'question_answers')];
  if (rulesOf(option).questions !== 'all') return strangers;
  const answered = new Set(given.map(({ question_id }) => question_id));
  return [
    ...strangers,
    ...questions
      .filter(({ id, answered: before }) => !before && !answered.has(id))
      .map(({ id }) => answerFault('questionOpen', 'question_answers', id)),
  ];
};

/**
 * All errors of an answer, for the route and the form; a final answer leaves no question open. `today` is the calendar
 * day in Germany (`YYYY-MM-DD`), `questions` are those of the case.
 */
export const answerComplaints = (
  form: AnswerPatient,
  {
    option,
    title,
    questions,
    now,
    today,
  }: { option: AnswerOption; title: TodoTitle; questions: readonly QuestionState[]; now: Date; today: string },
): AnswerComplaint[] => [
  ...questionComplaints(form, option, questions),
  ...partComplaints(form, option, now),
  ...todoComplaints(form, title, today),
];
