import { answerFormSchema, complaints, emptyAnswer, toWire } from './answer-form';

const questions = [
  { id: '3f0c2a54-5f5e-4a7e-9d0e-2a1d9a4f0001', text: 'Muss der Knoten operiert werden?', answer: null },
  { id: '3f0c2a54-5f5e-4a7e-9d0e-2a1d9a4f0002', text: 'Kann ich warten?', answer: 'Bis Januar ja.' },
];
const form = { ...emptyAnswer(questions), answer: 'Liebe Frau Adler, …' };
const paths = (value: typeof form) => complaints(value, new Date('2026-11-20T10:00:00Z')).map(({ path }) => path.join('.'));

test('a final answer names the questions that are still open', () => {
  expect(paths(form)).toEqual(['question_answers.0.text']);
  expect(paths({ ...form, option: 'question_to_patient' })).toEqual([]);
});

test('"unable" asks for a reason and a next step', () =>
  expect(paths({ ...form, option: 'unable_to_do_anything' })).toEqual(['reason', 'next_step']));

test('a recommendation asks for a doctor or a specialty', () => {
  const recommending = { ...form, option: 'recommendation_different_physician' as const };
  expect(paths(recommending)).toEqual(['recommended_specialty']);
  expect(paths({ ...recommending, recommended_specialty: 'Nuklearmedizin' })).toEqual([]);
});

test('an appointment asks for a time to come', () => {
  const proposing = { ...form, option: 'schedule_appointment' as const };
  expect(paths(proposing)).toEqual(['appointments.0.at']);
  expect(paths({ ...proposing, appointments: [{ at: '2026-11-19T09:00' }] })).toEqual(['appointments.0.at']);
  expect(paths({ ...proposing, appointments: [{ at: '2026-11-24T09:00' }] })).toEqual([]);
  expect(paths({ ...proposing, appointments: [{ at: '2026-11-24T09:00' }, { at: '' }] })).toEqual(['appointments.1.at']);
  expect(paths({ ...proposing, appointments: [{ at: '2026-11-25T09:00' }, { at: '2026-11-24T09:00' }, { at: '2026-11-25T09:00' }] })).toEqual(['appointments.2.at']);
});

test('a ToDo asks for its due date, one in own words for its title', () =>
  expect(paths({ ...form, option: 'question_to_patient', todo_title: 'other' })).toEqual(['deadline', 'todo_other']));

test('the schema puts each complaint beside its field', () => {
  const result = answerFormSchema.safeParse(form);
  expect(result.error?.issues).toEqual([expect.objectContaining({ path: ['question_answers', 0, 'text'], message: 'questionOpen' })]);
});

test('only what belongs to the chosen option travels', () => {
  const wire = toWire({ ...form, option: 'unable_to_do_anything', reason: 'Bild unscharf', next_step: 'Neues MRT', recommended_specialty: 'Radiologie' });
  expect(wire).toEqual({
    aufgabeTitel: '', answer: 'Liebe Frau Adler, …', reason: 'Bild unscharf', next_step: 'Neues MRT',
    question_answers: [{ question_id: questions[1]!.id, text: 'Bis Januar ja.' }],
  });
});
