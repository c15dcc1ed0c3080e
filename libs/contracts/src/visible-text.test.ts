import { answerComplaints } from './answer-rules.ts';
import { optionalText, requiredText } from './common.ts';
import { patientFieldsSchema } from './patients.ts';
import { writtenEpicrisisSchema } from './epicrisis.ts';

const nothing = ['', ' \n\t', '\u200b', '\u00ad\u2060', '\ufeff \u200e', '\u2800', '\u3164', '\u0001', '\ufe0f'];

test.each(nothing)('%j has no visible text', (text) => {
  expect(requiredText('titleMissing').safeParse(text).error?.issues[0]?.message).toBe('titleMissing');
  const chosen = {
    option: 'unable_to_do_anything',
    title: 'none',
    questions: [],
    now: new Date(),
    today: '2026-11-25',
  } as const;
  expect(answerComplaints({ aufgabeTitel: '', answer: 'x', reason: text, next_step: 'x' }, chosen)).toEqual([
    { path: ['reason'], code: 'reasonMissing' },
  ]);
  const sections = {
    diagnoses: text,
    course: text,
    findings: text,
    assessment: text,
    recommendation: text,
    open_questions: text,
    plain_language: text,
  };
  expect(writtenEpicrisisSchema.safeParse({ occasion: text, ...sections }).error?.issues[0]?.message).toBe(
    'epicrisisEmpty',
  );
});

test.each(['.', 'Ö', 'ش', '漢', '👩‍⚕️', 'a\u00adb', '\u200eשלום'])('%j has visible text', (text) =>
  expect(requiredText('titleMissing').safeParse(text).success).toBe(true),
);

test.each([
  ['an override', '\u202egnuhcubmeR\u202c', 'gnuhcubmeR'],
  ['an override that is never ended', 'Adler\u202e', 'Adler'],
  ['an embedding', '\u202bAdler\u202c', 'Adler'],
  ['isolates', '\u2066Ad\u2067ler\u2069\u2069', 'Adler'],
  ['one before a space', '\u202d Adler', 'Adler'],
])('removes %s, which would reorder surrounding text', (_, typed, kept) => {
  expect(requiredText('titleMissing').parse(typed)).toBe(kept);
  expect(optionalText().parse(typed)).toBe(kept);
  expect(patientFieldsSchema.shape.last_name.parse(typed)).toBe(kept);
});

test.each(['\u202e', '\u2066 \u2069'])('%j without visible characters counts as empty', (text) => {
  expect(requiredText('titleMissing').safeParse(text).error?.issues[0]?.message).toBe('titleMissing');
  expect(optionalText().parse(text)).toBe('');
});

test.each(['\u200eשלום', 'العربية\u200f!', '\u061cمرحبا'])('%j keeps its direction marks', (text) =>
  expect(requiredText('titleMissing').parse(text)).toBe(text),
);
