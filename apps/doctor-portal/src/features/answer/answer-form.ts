import { serverNow } from '@konsil/api/server-clock';
import { answerComplaints } from '@konsil/contracts/answer-rules';
import type { Question } from '@konsil/contracts/cases';
import { answerOptions, todoTitles, todoTitleLabels } from '@konsil/contracts/codes';
import { germanDay } from '@konsil/contracts/german-day';
import { answerPatientSchema, type AnswerPatient } from '@konsil/contracts/requests';
import * as z from 'zod/mini';

/** What stands in the fields. Which of it is asked for, and how long it may be, the contract says of what would travel. */
const fields = z.object({
  option: z.enum(answerOptions, 'selectOption'),
  /** New words to a question, by its id; one that was answered before keeps its answer without them. */
  question_answers: z.record(z.string(), z.string()),
  answer: z.string(),
  todo_title: z.enum(todoTitles),
  todo_other: z.string(),
  todo_content: z.string(),
  deadline: z.string(),
  reason: z.string(),
  next_step: z.string(),
  recommended_doctor_id: z.string(),
  recommended_specialty: z.string(),
  /** `YYYY-MM-DDTHH:mm` as a date-time field gives it, in the doctor's own time zone. */
  appointments: z.array(z.object({ at: z.string() })),
  appointment_place: z.string(),
});
export type AnswerForm = z.infer<typeof fields>;

export const emptyAnswer: AnswerForm = {
  option: 'final_answer',
  question_answers: {},
  answer: '',
  todo_title: 'none',
  todo_other: '',
  todo_content: '',
  deadline: '',
  reason: '',
  next_step: '',
  recommended_doctor_id: '',
  recommended_specialty: '',
  appointments: [{ at: '' }],
  appointment_place: '',
};

/** What the doctor writes to a question now; nothing where its answer stays as it is. */
export const newWords = ({ question_answers: written }: Pick<AnswerForm, 'question_answers'>, { id, answer }: Question): string => {
  const text = written[id]?.trim() ?? '';
  return text === answer ? '' : text;
};

/** The times that were entered, with the place of each in the form. */
const timesOf = ({ appointments }: AnswerForm) => appointments.flatMap(({ at }, index) => (at ? [{ index, moment: new Date(at).toISOString() }] : []));

/** The form as the answer route takes it: only what is new and belongs to the chosen option travels. */
export function toWire(form: AnswerForm, questions: readonly Question[]): AnswerPatient {
  const withTodo = form.todo_title !== 'none';
  return {
    aufgabeTitel: form.todo_title === 'other' ? form.todo_other : todoTitleLabels[form.todo_title],
    answer: form.answer,
    question_answers: questions.map((question) => ({ question_id: question.id, question: question.text, text: newWords(form, question) })).filter(({ text }) => text),
    ...(withTodo && { deadline: form.deadline, todo_content: form.todo_content }),
    ...(form.option === 'unable_to_do_anything' && { reason: form.reason, next_step: form.next_step }),
    ...(form.option === 'recommendation_different_physician' && {
      ...(form.recommended_doctor_id && { recommended_doctor_id: form.recommended_doctor_id }),
      recommended_specialty: form.recommended_specialty,
    }),
    ...(form.option === 'schedule_appointment' && { appointments: timesOf(form).map(({ moment }) => moment), appointment_place: form.appointment_place }),
  };
}

type Complaint = { path: (string | number)[]; message: string };

/** Where what the contract complains about stands in the form. */
const placeOf = (form: AnswerForm, wire: AnswerPatient, [name, part]: readonly PropertyKey[]): Complaint['path'] => {
  if (name === 'aufgabeTitel') return ['todo_other'];
  if (name === 'appointments') return ['appointments', timesOf(form)[Number(part ?? 0)]?.index ?? 0, 'at'];
  // By its id when it is open, by its place in what travels otherwise.
  if (name === 'question_answers') return ['question_answers', wire.question_answers?.[Number(part)]?.question_id ?? String(part)];
  return [String(name)];
};

/** Everything that still speaks against sending, at its field, once each. */
export function complaints(form: AnswerForm, questions: readonly Question[], now = new Date(serverNow())): Complaint[] {
  const wire = toWire(form, questions);
  const states = questions.map(({ id, answer }) => ({ id, answered: answer !== null }));
  const found = [
    ...(answerPatientSchema.safeParse(wire).error?.issues ?? []),
    ...answerComplaints(wire, { option: form.option, title: form.todo_title, questions: states, now, today: germanDay(now) }).map(({ path, code }) => ({ path, message: code })),
  ].map(({ path, message }) => ({ path: placeOf(form, wire, path), message }));
  // A day without a time reads as nothing, too, and would not be proposed.
  const incomplete = form.option === 'schedule_appointment' && timesOf(form).length > 0 ? form.appointments.flatMap(({ at }, index) => (at ? [] : [{ path: ['appointments', index, 'at'], message: 'appointmentIncomplete' }])) : [];
  const all: Complaint[] = [...found, ...incomplete];
  return all.filter(({ path }, index) => all.findIndex((other) => other.path.join() === path.join()) === index);
}

/** The form, checked against what the contract asks of its answer to these questions. */
export const answerFormSchema = (questions: readonly Question[]) => fields.check((context) => {
  for (const { path, message } of complaints(context.value, questions)) context.issues.push({ code: 'custom', input: context.value, path, message });
});
