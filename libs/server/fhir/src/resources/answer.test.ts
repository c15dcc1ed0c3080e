import { toComposition } from './answer.ts';

const id = '3f0c2a54-5f5e-4a7e-9d0e-2a1d9a4f0001';
const patient = {
  id,
  first_name: 'Miriam',
  last_name: 'Adler',
  gender: 'F' as const,
  date_of_birth: '1984-03-12',
};

test.each([
  ['de', 'In einfachen Worten'],
  ['en', 'In plain words'],
] as const)('the plain words of a question are a section of its own (%s)', (locale, title) => {
  const composition = toComposition(
    {
      id,
      request_id: id,
      option: 'final_answer',
      answered_at: '2026-11-23T09:30:00.000Z',
      answered_by: 'Dr. Elif Sandberg',
      answer: 'Unauffällig.',
      reason: null,
      next_step: null,
      recommended_specialty: null,
      question_answers: [
        { question_id: id, question: 'Operieren?', text: 'Bethesda II.', plain_words: 'Gutartig.' },
        { question_id: id, question: 'Wann?', text: 'Bald.' },
      ],
      todo_id: null,
      recommended_doctor: null,
      appointment: null,
      read_at: null,
      understood_at: null,
    },
    { id, case_name: 'Knoten', patient },
    { base: 'https://konsil.example/fhir', locale },
  );
  const [, asked, plain] = composition.section ?? [];
  expect(asked).toMatchObject({ title: 'Operieren?', section: [{ title }] });
  expect(asked?.text?.div).toContain('Bethesda II.');
  expect(asked?.section?.[0]?.text?.div).toContain('Gutartig.');
  expect(plain).not.toHaveProperty('section');
});
