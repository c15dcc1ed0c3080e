import { anAnswer, anId } from '@konsil/testing';
import { answerTo } from './given-answer.ts';

const question_id = anId();
const letter = (day: string, answered_by: string, text?: string) =>
  anAnswer({
    answered_by,
    answered_at: `2026-11-${day}T09:00:00.000Z`,
    question_answers: text === undefined ? [] : [{ question_id, question: 'Muss das sein?', text }],
  });

test('a question answer belongs to the first letter with its text, not to later ones', () => {
  const [first, repeated, other] = [letter('01', 'Dr. A', 'Ja.'), letter('03', 'Dr. B', 'Ja.'), letter('02', 'Dr. A')];
  expect(answerTo({ answers: [other, repeated, first] }, question_id)).toBe(first);
  const changed = letter('04', 'Dr. B', 'Nein.');
  expect(answerTo({ answers: [first, repeated, changed] }, question_id)).toBe(changed);
  expect(answerTo({ answers: [other] }, question_id)).toBeUndefined();
});
