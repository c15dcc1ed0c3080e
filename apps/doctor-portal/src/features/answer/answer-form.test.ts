import {
  answerFormSchema,
  answerFormErrors,
  draftAfter,
  emptyAnswer,
  nextPinNumber,
  stateOf,
  toWire,
  withoutPin,
} from './answer-form';

const questions = [
  { id: '3f0c2a54-5f5e-4a7e-9d0e-2a1d9a4f0001', text: 'Muss der Knoten operiert werden?', answer: null },
  { id: '3f0c2a54-5f5e-4a7e-9d0e-2a1d9a4f0002', text: 'Kann ich warten?', answer: 'Bis Januar ja.' },
];
const [open, answered] = [questions[0]!.id, questions[1]!.id];
const form = { ...emptyAnswer, answer: 'Liebe Frau Adler, …' };
const now = new Date('2026-11-20T10:00:00Z');
const told = (value: typeof form) =>
  answerFormErrors(value, questions, now).map(({ path, message }) => `${path.join('.')} ${message}`);

test('validation of a final answer lists unanswered questions; earlier answers count', () => {
  expect(told(form)).toEqual([`question_answers.${open} questionOpen`]);
  expect(told({ ...form, question_answers: { [open]: 'Ja.' } })).toEqual([
    `question_answers.${open} questionUnfinished`,
  ]);
  expect(told({ ...form, question_answers: { [open]: 'Ja.' }, finished: { [open]: true } })).toEqual([]);
  expect(told({ ...form, option: 'question_to_patient' })).toEqual([]);
});

test('shows contract errors at their fields', () => {
  expect(told({ ...form, answer: ' ', option: 'unable_to_do_anything', next_step: 'x'.repeat(4001) })).toEqual([
    'answer answerMissing',
    'next_step tooLong',
    'reason reasonMissing',
  ]);
  expect(told({ ...form, option: 'recommendation_different_physician' })).toEqual([
    'recommended_specialty recommendationMissing',
  ]);
  expect(
    told({ ...form, option: 'recommendation_different_physician', recommended_specialty: 'Nuklearmedizin' }),
  ).toEqual([]);
  expect(
    told({
      ...form,
      option: 'question_to_patient',
      with_question_answers: true,
      question_answers: { [answered]: 'x'.repeat(10_001) },
      finished: { [answered]: true },
    }),
  ).toEqual([`question_answers.${answered} tooLong`]);
});

test('an appointment needs distinct future times without half-filled fields', () => {
  const proposing = (...times: string[]) =>
    told({ ...form, option: 'schedule_appointment', appointments: times.map((at) => ({ at })) });
  expect(proposing('')).toEqual(['appointments.0.at appointmentMissing']);
  expect(proposing('2026-11-19T09:00')).toEqual(['appointments.0.at appointmentPast']);
  expect(proposing('2026-11-24T09:00')).toEqual([]);
  expect(proposing('', '2026-11-19T09:00')).toEqual([
    'appointments.1.at appointmentPast',
    'appointments.0.at appointmentIncomplete',
  ]);
  expect(proposing('2026-11-25T09:00', '2026-11-24T09:00', '2026-11-25T09:00')).toEqual([
    'appointments.2.at appointmentTwice',
  ]);
});

test.each([
  ['', 'deadline deadlineMissing'],
  ['31.12.2026', 'deadline dateInvalid'],
  ['311226', 'deadline dateYearShort'],
  ['2026-11-19', 'deadline deadlinePast'],
])('reports the due date "%s"; a custom ToDo needs a title', (deadline, expected) => {
  expect(told({ ...form, option: 'question_to_patient', todo_title: 'other', deadline }).sort()).toEqual(
    [expected, 'todo_other titleMissing'].sort(),
  );
  expect(
    told({
      ...form,
      option: 'question_to_patient',
      todo_title: 'other',
      todo_other: 'Blutdruck messen',
      deadline: '2026-11-20',
    }),
  ).toEqual([]);
});

test('sends plain-language text with every kind of answer, if there is any', () => {
  const wire = (plain_words: string) => toWire({ ...form, option: 'question_to_patient', plain_words }, questions);
  expect(wire('Der Knoten ist gutartig.')).toMatchObject({ plain_words: 'Der Knoten ist gutartig.' });
  expect(wire(' ')).not.toHaveProperty('plain_words');
});

test("sends a question's plain-language text with its answer; else keeps it as a draft", () => {
  const [question] = questions.filter(({ id }) => id === open);
  const withWords = (text: string, plain: string) => ({
    ...form,
    question_answers: { [open]: text },
    question_plain_words: { [open]: plain },
    finished: { [open]: true },
  });
  const sent = (text: string, plain: string) => toWire(withWords(text, plain), questions).question_answers;
  expect(sent('Bethesda II.', ' Gutartig. ')).toEqual([expect.objectContaining({ plain_words: 'Gutartig.' })]);
  expect(sent('Bethesda II.', ' ')?.[0]).not.toHaveProperty('plain_words');
  expect(sent('', 'Gutartig.')).toEqual([]);
  expect(question && stateOf(withWords('', 'Gutartig.'), question)).toBe('begun');
  expect(draftAfter({ ...withWords('', 'Gutartig.'), option: 'question_to_patient' }, questions)).toMatchObject({
    question_plain_words: { [open]: 'Gutartig.' },
  });
  expect(told(withWords('Bethesda II.', 'x'.repeat(4001)))).toContain(`question_plain_words.${open} tooLong`);
});

test('plain-language text can be added to an earlier question answer', () => {
  const before = { id: open, text: 'Operieren?', answer: 'Bethesda II.' };
  const added = {
    ...form,
    question_answers: { [open]: 'Bethesda II.' },
    question_plain_words: { [open]: 'Gutartig.' },
    finished: { [open]: true },
  };
  expect(toWire(added, [before]).question_answers).toMatchObject([{ text: 'Bethesda II.', plain_words: 'Gutartig.' }]);
  expect(toWire({ ...added, question_plain_words: {} }, [before]).question_answers).toEqual([]);
});

test('sends the pins in plain-language text, and can remove them from it', () => {
  const pinned = {
    ...form,
    question_answers: { [open]: 'Bethesda II.' },
    question_plain_words: { [open]: 'Gutartig [1].' },
    finished: { [open]: true },
    pins: [{ number: 1, words: '', place: { kind: 'measurement' as const, id: open } }],
  };
  expect(toWire(pinned, questions).pins).toHaveLength(1);
  expect(withoutPin(pinned, 1).question_plain_words).toEqual({ [open]: 'Gutartig.' });
  expect(nextPinNumber({ ...pinned, pins: [] }, questions)).toBe(2);
});

test('a new pin takes no number that an earlier answer names', () => {
  const before = { ...questions[1]!, answer: 'Der Knoten [1] und die Narbe [2].' };
  expect(nextPinNumber(form, [before])).toBe(3);
});

test('the schema puts each error at its field', () => {
  const result = answerFormSchema(questions).safeParse(form);
  expect(result.error?.issues).toEqual([
    expect.objectContaining({ path: ['question_answers', open], message: 'questionOpen' }),
  ]);
});

test('sends only what is new and belongs to the chosen option', () => {
  const full = {
    ...form,
    option: 'unable_to_do_anything' as const,
    reason: 'Bild unscharf',
    next_step: 'Neues MRT',
    recommended_specialty: 'Radiologie',
  };
  const written = (question_answers: Record<string, string>) =>
    toWire(
      { ...full, with_question_answers: true, question_answers, finished: { [open]: true, [answered]: true } },
      questions,
    ).question_answers;
  expect(toWire(full, questions)).toEqual({
    aufgabeTitel: '',
    answer: 'Liebe Frau Adler, …',
    reason: 'Bild unscharf',
    next_step: 'Neues MRT',
    question_answers: [],
  });
  expect(written({ [open]: '', [answered]: ' Bis Januar ja. ' })).toEqual([]);
  expect(written({ [answered]: 'Bis März.', [open]: 'Ja.', gone: 'Nein.' })).toMatchObject([
    { question_id: open, question: 'Muss der Knoten operiert werden?', text: 'Ja.' },
    { question_id: answered, text: 'Bis März.' },
  ]);
});
