import { anAnswer } from '@konsil/testing';
import { inPlainWords } from './in-plain-words.ts';

const [operate, when, open] = ['q1', 'q2', 'q3'].map((id) => ({
  id,
  text: id,
  answer: id === 'q3' ? null : 'medical',
}));
const answered = (at: string, ...given: [id: string, plain?: string][]) => ({
  ...anAnswer(),
  answered_at: at,
  question_answers: given.map(([id, plain]) => ({
    question_id: id,
    question: id,
    text: 'medical',
    ...(plain && { plain_words: plain }),
  })),
});

test('a question shows the plain-language text of its newest answer, or else its text', () => {
  const answers = [
    answered('2026-11-24T10:00:00.000Z', ['q1', 'plain, newer']),
    answered('2026-11-23T10:00:00.000Z', ['q1', 'plain'], ['q2', 'plain']),
    answered('2026-11-25T10:00:00.000Z', ['q2']),
  ];
  const shown = inPlainWords({ questions: [operate, when, open], answers } as Parameters<typeof inPlainWords>[0]);
  expect(shown.map(({ answer }) => answer)).toEqual(['plain, newer', 'medical', null]);
});
