import type { AnswerOption, TodoTitle } from './codes.ts';
import { isWritten } from './common.ts';
import type { AnswerPatient } from './requests.ts';

export interface QuestionState {
  id: string;
  answered: boolean;
}
/** What is wrong and at which field of the answer; an open question is named by its id. */
export interface AnswerComplaint {
  path: (string | number)[];
  code: string;
}
/**
 * The fields of each answer option besides the doctor's text, the ToDo, and the question answers
 * (`takesQuestionAnswers`).
 */
const partsOf: Record<AnswerOption, readonly (keyof AnswerPatient)[]> = {
  final_answer: [],
  question_to_patient: [],
  further_documents_needed: [],
  unable_to_do_anything: ['reason', 'next_step'],
  recommendation_different_physician: ['recommended_doctor_id', 'recommended_specialty'],
  schedule_appointment: ['appointments', 'appointment_place'],
};
const todoParts: readonly (keyof AnswerPatient)[] = ['aufgabeTitel', 'todo_content', 'deadline'];
const ofEveryKind: readonly (keyof AnswerPatient)[] = [
  'request_id',
  'answer',
  'question_answers',
  'with_question_answers',
];

/**
 * Whether answers to the patient's questions are part of this answer: always of a final one, otherwise if the doctor
 * says so.
 */
export const takesQuestionAnswers = (
  option: AnswerOption,
  { with_question_answers: said = false }: Pick<AnswerPatient, 'with_question_answers'>,
): boolean => option === 'final_answer' || said;

/**
 * The answer without fields that its option does not have: nothing else reaches the patient, whatever the form holds.
 */
export const partsThatTravel = (form: AnswerPatient, option: AnswerOption, title: TodoTitle): AnswerPatient => {
  const parts = new Set([...ofEveryKind, ...partsOf[option], ...(title === 'none' ? [] : todoParts)]);
  const kept = Object.fromEntries(Object.entries(form).filter(([name]) => parts.has(name as keyof AnswerPatient)));
  return { aufgabeTitel: '', answer: form.answer, ...kept };
};

type Check = (form: AnswerPatient, now: Date) => AnswerComplaint[];

const required = (value: string | undefined, path: string, code: string): AnswerComplaint[] =>
  isWritten(value ?? '') ? [] : [{ path: [path], code }];

/**
 * What each answer option requires besides the doctor's text (docs/product.md section 1, docs/glossary.md). Open
 * questions are checked separately.
 */
const asks: Record<AnswerOption, Check> = {
  final_answer: () => [],
  question_to_patient: () => [],
  further_documents_needed: () => [],
  unable_to_do_anything: ({ reason, next_step }) => [
    ...required(reason, 'reason', 'reasonMissing'),
    ...required(next_step, 'next_step', 'nextStepMissing'),
  ],
  recommendation_different_physician: ({ recommended_doctor_id, recommended_specialty }) =>
    required(recommended_doctor_id || recommended_specialty, 'recommended_specialty', 'recommendationMissing'),
  schedule_appointment: ({ appointments = [] }, now) => [
    ...(appointments.length === 0 ? [{ path: ['appointments'], code: 'appointmentMissing' }] : []),
    ...appointments.flatMap((at, index) =>
      new Date(at) <= now ? [{ path: ['appointments', index], code: 'appointmentPast' }] : [],
    ),
    ...appointments.flatMap((at, index) =>
      appointments.slice(0, index).some((before) => Date.parse(before) === Date.parse(at))
        ? [{ path: ['appointments', index], code: 'appointmentTwice' }]
        : [],
    ),
  ],
};

/** A ToDo needs a title, and a future due date. */
const todoComplaints = (
  { aufgabeTitel, deadline }: AnswerPatient,
  title: TodoTitle,
  today: string,
): AnswerComplaint[] => {
  if (title === 'none') return [];
  return [
    ...(title === 'other' ? required(aufgabeTitel, 'aufgabeTitel', 'titleMissing') : []),
    ...required(deadline, 'deadline', 'deadlineMissing'),
    ...(deadline && deadline < today ? [{ path: ['deadline'], code: 'deadlinePast' }] : []),
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
    known.has(question_id) ? [] : [{ path: ['question_answers', index, 'question_id'], code: 'invalid' }],
  );
  // Refused rather than dropped: the sender must not believe that they arrived.
  if (given.length > 0 && !takesQuestionAnswers(option, form))
    return [...strangers, { path: ['question_answers'], code: 'answersNotAsked' }];
  if (option !== 'final_answer') return strangers;
  const answered = new Set(given.map(({ question_id }) => question_id));
  return [
    ...strangers,
    ...questions
      .filter(({ id, answered: before }) => !before && !answered.has(id))
      .map(({ id }) => ({ path: ['question_answers', id], code: 'questionOpen' })),
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
  ...asks[option](form, now),
  ...todoComplaints(form, title, today),
];
