import type { AnswerOption, TodoTitle } from '@konsil/contracts/codes';
import type { FieldError } from '@konsil/contracts/problem';
import type { AnswerPatient } from '@konsil/contracts/requests';

export interface QuestionState {
  id: string;
  answered: boolean;
}
type Complaint = Pick<FieldError, 'path' | 'code'>;
type Check = (form: AnswerPatient, now: Date) => Complaint[];

const required = (value: string | undefined, path: string, code: string): Complaint[] => (value ? [] : [{ path, code }]);

/** What each answer option asks for beside the doctor's text (product.md section 1, glossary). Open questions are checked apart. */
const asks: Record<AnswerOption, Check> = {
  final_answer: () => [],
  question_to_patient: () => [],
  further_documents_needed: () => [],
  unable_to_do_anything: ({ reason, next_step }) => [...required(reason, 'reason', 'reasonMissing'), ...required(next_step, 'next_step', 'nextStepMissing')],
  recommendation_different_physician: ({ recommended_doctor_id, recommended_specialty }) =>
    required(recommended_doctor_id ?? recommended_specialty, 'recommended_specialty', 'recommendationMissing'),
  schedule_appointment: ({ appointments = [] }, now) => [
    ...(appointments.length === 0 ? [{ path: 'appointments', code: 'appointmentMissing' }] : []),
    ...appointments.flatMap((at, index) => (new Date(at) <= now ? [{ path: `appointments.${index}`, code: 'appointmentPast' }] : [])),
    ...appointments.flatMap((at, index) => (appointments.slice(0, index).some((before) => Date.parse(before) === Date.parse(at)) ? [{ path: `appointments.${index}`, code: 'appointmentTwice' }] : [])),
  ],
};

/** A ToDo has a title, and a deadline that is still to come. */
const todoComplaints = ({ aufgabeTitel, deadline }: AnswerPatient, title: TodoTitle, today: string): Complaint[] => {
  if (title === 'none') return [];
  return [
    ...(title === 'other' ? required(aufgabeTitel, 'aufgabeTitel', 'titleMissing') : []),
    ...required(deadline, 'deadline', 'deadlineMissing'),
    ...(deadline && deadline < today ? [{ path: 'deadline', code: 'deadlinePast' }] : []),
  ];
};

const questionComplaints = (form: AnswerPatient, option: AnswerOption, questions: readonly QuestionState[]): Complaint[] => {
  const given = form.question_answers ?? [];
  const known = new Set(questions.map(({ id }) => id));
  const strangers = given.flatMap(({ question_id }, index) => (known.has(question_id) ? [] : [{ path: `question_answers.${index}.question_id`, code: 'invalid' }]));
  if (option !== 'final_answer') return strangers;
  const answered = new Set(given.map(({ question_id }) => question_id));
  return [...strangers, ...questions.filter(({ id, answered: before }) => !before && !answered.has(id)).map(({ id }) => ({ path: `question_answers.${id}`, code: 'questionOpen' }))];
};

/** Everything that speaks against sending this answer; a final answer leaves no question open. */
export const answerComplaints = (
  form: AnswerPatient, { option, title, questions, now, today }: { option: AnswerOption; title: TodoTitle; questions: readonly QuestionState[]; now: Date; today: string },
): Complaint[] => [...questionComplaints(form, option, questions), ...asks[option](form, now), ...todoComplaints(form, title, today)];
