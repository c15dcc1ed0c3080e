import { answerOptions, todoTitles, todoTitleLabels } from '@konsil/contracts/codes';
import { idSchema, optionalText, requiredText } from '@konsil/contracts/common';
import type { Question } from '@konsil/contracts/cases';
import type { AnswerPatient } from '@konsil/contracts/requests';
import * as z from 'zod/mini';

/** `YYYY-MM-DDTHH:mm` as a date-time field gives it, in the doctor's own time zone. */
const localTime = z.string();

const fields = z.object({
  option: z.enum(answerOptions, 'selectOption'),
  question_answers: z.array(z.object({ question_id: idSchema, text: optionalText(10_000) })),
  answer: requiredText('answerMissing', 20_000),
  todo_title: z.enum(todoTitles),
  todo_other: optionalText(200),
  todo_content: optionalText(4000),
  deadline: z.string(),
  reason: optionalText(4000),
  next_step: optionalText(4000),
  recommended_doctor_id: z.string(),
  recommended_specialty: optionalText(200),
  appointments: z.array(z.object({ at: localTime })),
  appointment_place: optionalText(300),
});
export type AnswerForm = z.infer<typeof fields>;

export const emptyAnswer = (questions: Question[]): AnswerForm => ({
  option: 'final_answer',
  question_answers: questions.map(({ id, answer }) => ({ question_id: id, text: answer ?? '' })),
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
});

type Complaint = { path: (string | number)[]; message: string };

/** What each option asks for (product.md section 1, glossary), as complaints about the form. */
export function complaints(form: AnswerForm, now = new Date()): Complaint[] {
  const found: Complaint[] = [];
  const complain = (message: string, ...path: (string | number)[]) => found.push({ path, message });
  if (form.option === 'final_answer') {
    form.question_answers.forEach(({ text }, index) => text.trim() || complain('questionOpen', 'question_answers', index, 'text'));
  }
  if (form.option === 'unable_to_do_anything') {
    if (!form.reason.trim()) complain('reasonMissing', 'reason');
    if (!form.next_step.trim()) complain('nextStepMissing', 'next_step');
  }
  if (form.option === 'recommendation_different_physician' && !form.recommended_doctor_id && !form.recommended_specialty.trim()) {
    complain('recommendationMissing', 'recommended_specialty');
  }
  if (form.option === 'schedule_appointment') {
    const times = form.appointments.filter(({ at }) => at);
    if (times.length === 0) complain('appointmentMissing', 'appointments', 0, 'at');
    form.appointments.forEach(({ at }, index) => {
      // A day without a time reads as nothing, too, and would not be proposed.
      if (!at && times.length > 0) complain('appointmentIncomplete', 'appointments', index, 'at');
      if (at && new Date(at) <= now) complain('appointmentPast', 'appointments', index, 'at');
      if (at && form.appointments.findIndex((time) => time.at === at) < index) complain('appointmentTwice', 'appointments', index, 'at');
    });
  }
  if (form.todo_title !== 'none') {
    if (!form.deadline) complain('deadlineMissing', 'deadline');
    if (form.todo_title === 'other' && !form.todo_other.trim()) complain('titleMissing', 'todo_other');
  }
  return found;
}

export const answerFormSchema = fields.check((context) => {
  for (const { path, message } of complaints(context.value)) {
    context.issues.push({ code: 'custom', input: context.value, path, message });
  }
});

/** The form as the answer route takes it: only what belongs to the chosen option travels. */
export function toWire(form: AnswerForm): AnswerPatient {
  const withTodo = form.todo_title !== 'none';
  const answered = form.question_answers.filter(({ text }) => text.trim());
  const times = form.appointments.filter(({ at }) => at).map(({ at }) => new Date(at).toISOString()).sort();
  return {
    aufgabeTitel: form.todo_title === 'other' ? form.todo_other : todoTitleLabels[form.todo_title],
    answer: form.answer,
    question_answers: answered,
    ...(withTodo && { deadline: form.deadline, todo_content: form.todo_content }),
    ...(form.option === 'unable_to_do_anything' && { reason: form.reason, next_step: form.next_step }),
    ...(form.option === 'recommendation_different_physician' && {
      ...(form.recommended_doctor_id && { recommended_doctor_id: form.recommended_doctor_id }),
      recommended_specialty: form.recommended_specialty,
    }),
    ...(form.option === 'schedule_appointment' && { appointments: times, appointment_place: form.appointment_place }),
  };
}
