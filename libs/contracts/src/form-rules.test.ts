import type { FormField } from './form-fields.ts';
import { answersTo, carriedAnswers, givenAnswers, missingFields } from './form-rules.ts';
import { answerInWords, isDecimal, labelIn, limitsIn } from './form-words.ts';
import { saveSpecialtyFormSchema } from './specialty-forms.ts';

const id = '11111111-1111-4111-8111-111111111111';
const [yes, no] = ['2222bbbb-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
const aField = (changes: Partial<FormField> = {}): FormField => ({
  id,
  kind: 'text',
  label_de: 'Gewicht',
  label_en: 'Weight',
  help_de: '',
  help_en: '',
  required: false,
  unit: '',
  min: '',
  max: '',
  choices: [],
  ...changes,
});
const choices = [
  { id: yes, label_de: 'Rechts', label_en: 'Right' },
  { id: no, label_de: 'Links', label_en: '' },
];
const aWeight = aField({ kind: 'number', unit: 'kg', min: '2', max: '300' });

test.each<[string, FormField, string | string[], string | undefined]>([
  ['a number with a comma', aWeight, '72,5', undefined],
  ['a number with a point', aWeight, '72.5', undefined],
  ['the lowest number', aWeight, '2', undefined],
  ['a number below', aWeight, '1.99', 'invalid'],
  ['a number above', aWeight, '300,01', 'invalid'],
  ['a number in words', aWeight, 'viel', 'invalid'],
  ['a thousand of either language', aField({ kind: 'number' }), '1.000', 'invalid'],
  ['a small laboratory value', aField({ kind: 'number' }), '0,005', undefined],
  ['a negative number', aField({ kind: 'number' }), '-3', undefined],
  ['a short text that is too long', aField(), 'x'.repeat(501), 'tooLong'],
  ['a long text', aField({ kind: 'long_text' }), 'x'.repeat(4000), undefined],
  ['a day', aField({ kind: 'date' }), '2026-02-28', undefined],
  ['a day that does not exist', aField({ kind: 'date' }), '2026-02-30', 'dateInvalid'],
  ['a day of the year 0', aField({ kind: 'date' }), '0000-01-01', 'dateTooEarly'],
  ['the day before the first one', aField({ kind: 'date' }), '1899-12-31', 'dateTooEarly'],
  ['a choice', aField({ kind: 'one_of', choices }), yes, undefined],
  ['a choice in upper case', aField({ kind: 'one_of', choices }), yes.toUpperCase(), undefined],
  ['a choice of another field', aField({ kind: 'one_of', choices }), id, 'selectOption'],
  ['several choices', aField({ kind: 'several_of', choices }), [yes, no], undefined],
  ['a choice twice', aField({ kind: 'several_of', choices }), [yes, yes], 'selectOption'],
  ['not known', aField({ kind: 'yes_no' }), 'unknown', undefined],
  ['perhaps', aField({ kind: 'yes_no' }), 'perhaps', 'selectOption'],
  ['nothing', aWeight, '', undefined],
])('an answer fits its kind and limits: %s', (_, field, answer, fault) => {
  const { error } = answersTo([field]).safeParse({ [id]: answer });
  expect(error?.issues.map(({ message }) => message)).toEqual(fault && [fault]);
});

test('only empty required fields are reported as missing', () => {
  const required = aField({ required: true });
  expect(missingFields([required], {})).toEqual([required]);
  expect(missingFields([required], { [id]: '' })).toEqual([required]);
  expect(missingFields([aField({ required: true, kind: 'yes_no' })], { [id]: 'unknown' })).toEqual([]);
  expect(missingFields([aField()], {})).toEqual([]);
  // Invisible characters alone answer nothing.
  expect(missingFields([required], { [id]: '\u200b\u2800' })).toEqual([required]);
  expect(givenAnswers({ [id]: '\u200b' })).toEqual({});
});

test('a newer version starts with earlier answers of the same kind that still fit', () => {
  const before = { fields: [aWeight], answers: { [id]: '72,5' } };
  expect(carriedAnswers([aWeight], before)).toEqual({ [id]: '72,5' });
  expect(carriedAnswers([aField({ kind: 'number', max: '50' })], before)).toEqual({});
  expect(carriedAnswers([aField()], before)).toEqual({});
  expect(carriedAnswers([aField({ id: yes, kind: 'number' })], before)).toEqual({});
});

test('a missing language is replaced by the other one, and marked', () => {
  expect(labelIn({ label_de: 'Links', label_en: '' }, 'en')).toEqual({ text: 'Links', other: 'de' });
  expect(labelIn({ label_de: 'Links', label_en: 'Left' }, 'en')).toEqual({ text: 'Left' });
  const side = aField({ kind: 'several_of', choices });
  expect(answerInWords(side, { [id]: [yes, no] }, 'en')).toBe('Right, Links (German only)');
});

test("numbers and dates are formatted in the reader's language", () => {
  expect(answerInWords(aWeight, { [id]: '72.5' }, 'de')).toBe('72,5 kg');
  expect(answerInWords(aWeight, { [id]: '72,5' }, 'en')).toBe('72.5 kg');
  expect(answerInWords(aField({ kind: 'date' }), { [id]: '2026-03-02' }, 'de')).toBe('2. März 2026');
  expect([limitsIn(aWeight, 'de'), limitsIn(aField({ min: '0,5' }), 'en'), limitsIn(aField(), 'en')]).toEqual([
    '2 bis 300 kg',
    'at least 0.5',
    '',
  ]);
  expect(['1e5', '0x1', '', ' 1', '٣'].filter(isDecimal)).toEqual([]);
});

test.each<[FormField, string]>([
  [aField({ kind: 'date' }), '31.2.2026'],
  [aWeight, 'viel'],
  [aField({ kind: 'yes_no' }), 'perhaps'],
])('an answer that does not fit is shown as it was typed', (field, answer) => {
  expect(answerInWords(field, { [id]: answer }, 'de')).toBe(answer);
});

const { id: _id, ...written } = aField();
const faultsOf = (...fields: object[]) =>
  saveSpecialtyFormSchema
    .safeParse({ fields: fields.map((field) => ({ ...written, ...field })) })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

test('a form has up to twenty fields, each with a question in one language', () => {
  expect(faultsOf()).toBeUndefined();
  expect(faultsOf(...Array.from({ length: 20 }, () => ({ label_en: '' })))).toBeUndefined();
  expect(faultsOf(...Array.from({ length: 21 }, () => ({})))).toEqual(['fields tooMany']);
  expect(faultsOf({}, { label_de: ' ', label_en: '' })).toEqual(['fields.1.label_de questionMissing']);
  expect(faultsOf({ label_de: '\u200b', label_en: '' })).toEqual(['fields.0.label_de questionMissing']);
});

test('limits are numbers in order, and a choice has two to twelve answers in one language', () => {
  expect(faultsOf({ kind: 'number', min: '2', max: '2' })).toBeUndefined();
  expect(faultsOf({ kind: 'number', min: '3', max: '2' })).toEqual(['fields.0.max invalid']);
  expect(faultsOf({ kind: 'number', min: 'wenig' })).toEqual(['fields.0.min invalid']);
  expect(faultsOf({ kind: 'number', min: 'wenig', max: '9' })).toEqual(['fields.0.min invalid']);
  const answer = { label_de: 'Rechts', label_en: '' };
  expect(faultsOf({ kind: 'one_of', choices: [answer, answer] })).toBeUndefined();
  expect(faultsOf({ kind: 'several_of', choices: [answer] })).toEqual(['fields.0.choices answerMissing']);
  expect(faultsOf({ kind: 'one_of', choices: Array.from({ length: 13 }, () => answer) })).toEqual([
    'fields.0.choices tooMany',
  ]);
  expect(faultsOf({ kind: 'one_of', choices: [answer, { label_de: '', label_en: '' }] })).toEqual([
    'fields.0.choices.1.label_de answerMissing',
  ]);
});

test('leftover settings of an earlier field kind are not an error', () => {
  const choices = [{ label_de: '', label_en: '' }];
  expect(faultsOf({ kind: 'text', min: 'wenig', max: '1.000', choices })).toBeUndefined();
  expect(faultsOf({ kind: 'one_of', min: 'wenig', choices: [...choices, ...choices] })).toEqual([
    'fields.0.choices.0.label_de answerMissing',
    'fields.0.choices.1.label_de answerMissing',
  ]);
});
