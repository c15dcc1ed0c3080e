import { anAnswer, anId, aPatient } from '@konsil/testing';
import { answerText, type PartWords } from './link-items.ts';

const words: PartWords = {
  answer: 'Antwort',
  plainWords: 'In einfachen Worten',
  medicalWords: 'In Fachsprache',
  reason: 'Grund',
  nextStep: 'Nächster Schritt',
  recommended: 'Empfohlen',
  codes: 'Codes',
  code: ({ code }) => code,
  places: () => [],
  question: (question) => `Frage: ${question}`,
  section: (name) => name,
};

test("a shared answer shows a question's plain-language text first", () => {
  const answer = anAnswer({
    answer: 'Unauffällig.',
    question_answers: [
      { question_id: anId(), question: 'Operieren?', text: 'Bethesda II.', plain_words: 'Gutartig.' },
      { question_id: anId(), question: 'Wann?', text: 'Bald.' },
    ],
  });
  expect(answerText(answer, aPatient(), 'Antwort', words).parts).toEqual([
    { title: 'Antwort', text: 'Unauffällig.' },
    { title: 'Frage: Operieren?', text: 'Gutartig.' },
    { title: 'In Fachsprache', text: 'Bethesda II.' },
    { title: 'Frage: Wann?', text: 'Bald.' },
  ]);
});
