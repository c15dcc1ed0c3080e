import { answerComplaints } from './answer-rules.ts';
import { requiredText } from './common.ts';
import { writtenEpicrisisSchema } from './epicrisis.ts';

const nothing = ['', ' \n\t', '\u200b', '\u00ad\u2060', '\ufeff \u200e', '\u2800', '\u3164', '\u0001', '\ufe0f'];

test.each(nothing)('%j shows nothing: it is no text', (text) => {
  expect(requiredText('titleMissing').safeParse(text).error?.issues[0]?.message).toBe('titleMissing');
  const chosen = { option: 'unable_to_do_anything', title: 'none', questions: [], now: new Date(), today: '2026-11-25' } as const;
  expect(answerComplaints({ aufgabeTitel: '', answer: 'x', reason: text, next_step: 'x' }, chosen)).toEqual([{ path: ['reason'], code: 'reasonMissing' }]);
  const sections = { diagnoses: text, course: text, findings: text, assessment: text, recommendation: text, open_questions: text, plain_language: text };
  expect(writtenEpicrisisSchema.safeParse({ occasion: text, ...sections }).error?.issues[0]?.message).toBe('epicrisisEmpty');
});

test.each(['.', 'Ö', 'ش', '漢', '👩‍⚕️', 'a\u00adb', '\u200eשלום'])('%j is one', (text) => expect(requiredText('titleMissing').safeParse(text).success).toBe(true));
