import { answerComplaints, type QuestionState } from './answer-rules.ts';
import type { AnswerOption } from './answer-options.ts';
import type { TodoTitle } from './codes.ts';
import type { AnswerPatient } from './requests.ts';

const now = new Date('2026-11-23T09:00:00Z');
const complain = (
  option: AnswerOption,
  form: Partial<AnswerPatient> = {},
  title: TodoTitle = 'none',
  questions: QuestionState[] = [],
) =>
  answerComplaints(
    { aufgabeTitel: '', answer: 'Text', ...form },
    { option, title, questions, now, today: '2026-11-23' },
  ).map(({ path, code }) => `${path.join('.')} ${code}`);

const open = { id: 'q1', answered: false };
const answeredBefore = { id: 'q2', answered: true };
const later = '2026-11-30T09:00:00Z';

test.each<[AnswerOption, Partial<AnswerPatient>, string[]]>([
  ['final_answer', {}, []],
  ['question_to_patient', {}, []],
  ['further_documents_needed', {}, []],
  ['unable_to_do_anything', {}, ['reason reasonMissing', 'next_step nextStepMissing']],
  ['unable_to_do_anything', { reason: 'Zu wenig Gewebe', next_step: ' ' }, ['next_step nextStepMissing']],
  ['unable_to_do_anything', { reason: 'Zu wenig Gewebe', next_step: 'Punktion wiederholen' }, []],
  ['recommendation_different_physician', {}, ['recommended_specialty recommendationMissing']],
  ['recommendation_different_physician', { recommended_specialty: 'Nuklearmedizin' }, []],
  ['recommendation_different_physician', { recommended_doctor_id: 'd1' }, []],
  ['schedule_appointment', {}, ['appointments appointmentMissing']],
  ['schedule_appointment', { appointments: [later, '2026-11-23T09:00:00Z'] }, ['appointments.1 appointmentPast']],
  ['schedule_appointment', { appointments: [later] }, []],
  [
    'schedule_appointment',
    { appointments: [later, '2026-11-30T10:00:00Z', '2026-11-30T09:00:00.000Z'] },
    ['appointments.2 appointmentTwice'],
  ],
])('%s with %j is reported as %j', (option, form, expected) => expect(complain(option, form)).toEqual(expected));

test('a final answer leaves no question open, counting earlier answers', () => {
  expect(complain('final_answer', {}, 'none', [open, answeredBefore])).toEqual(['question_answers.q1 questionOpen']);
  expect(
    complain('final_answer', { question_answers: [{ question_id: 'q1', text: 'Ja' }] }, 'none', [open, answeredBefore]),
  ).toEqual([]);
  expect(complain('question_to_patient', {}, 'none', [open])).toEqual([]);
});

test('a question of another case is refused', () =>
  expect(
    complain(
      'question_to_patient',
      { with_question_answers: true, question_answers: [{ question_id: 'x', text: 'Ja' }] },
      'none',
      [open],
    ),
  ).toEqual(['question_answers.0.question_id invalid']));

test('other kinds of answer include answered questions only if the doctor says so', () => {
  const question_answers = [{ question_id: 'q1', text: 'Ja' }];
  expect(
    complain('schedule_appointment', { question_answers, appointments: ['2099-01-01T09:00:00Z'] }, 'none', [open]),
  ).toEqual(['question_answers answersNotAsked']);
  expect(complain('question_to_patient', { question_answers, with_question_answers: true }, 'none', [open])).toEqual(
    [],
  );
});

test.each<[TodoTitle, Partial<AnswerPatient>, string[]]>([
  ['upload_documents', {}, ['deadline deadlineMissing']],
  ['upload_documents', { deadline: '2026-11-22' }, ['deadline deadlinePast']],
  ['upload_documents', { deadline: '2026-11-23' }, []],
  ['other', { deadline: '2026-11-30' }, ['aufgabeTitel titleMissing']],
  ['other', { deadline: '2026-11-30', aufgabeTitel: 'Blutdruck messen' }, []],
])('the ToDo %s with %j is reported as %j', (title, form, expected) =>
  expect(complain('further_documents_needed', form, title)).toEqual(expected),
);
