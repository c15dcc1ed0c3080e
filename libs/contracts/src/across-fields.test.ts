import type * as z from 'zod/mini';
import { changePasswordSchema, resetPasswordSchema, signupSchema } from './accounts.ts';
import { metadataFormSchema, toMetadata } from './documents.ts';

const told = (schema: z.ZodMiniType, form: object | null) =>
  (schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
const passwords = { password: 'Sommerwind-42', confirm_password: 'Sommerwind-43' };

test.each([
  [
    'registration',
    signupSchema,
    { email: 'nobody', consent: false, ...passwords },
    ['email: emailInvalid', 'consent: consentMissing'],
  ],
  [
    'reset',
    resetPasswordSchema,
    { token: 'a-token-that-could-be-one', ...passwords, password: 'kurz' },
    ['password: passwordRule'],
  ],
  ['change', changePasswordSchema, { current_password: '', ...passwords }, ['current_password: passwordMissing']],
])('%s: different passwords are reported along with other errors', (_name, schema, form, others) => {
  expect(told(schema, form)).toEqual([...others, 'confirm_password: passwordsDiffer']);
});

test('an unrepeated password is only reported as missing', () => {
  expect(told(signupSchema, { email: 'a@example.org', consent: true, password: 'Sommerwind-42' })).toEqual([
    'confirm_password: passwordNotRepeated',
  ]);
  expect(told(signupSchema, null)).toHaveLength(1);
});

test("a missing free text is reported along with the document's other errors", () => {
  const form = {
    medical_kind_code: 'other',
    kind_other: ' ',
    issue_date: '',
    source_kind_code: 'other',
    source_other: '',
    source_name: '',
  };
  expect(told(metadataFormSchema, form)).toEqual(
    expect.arrayContaining([
      'issue_date: issueDateMissing',
      'kind_other: freeTextMissing',
      'source_other: freeTextMissing',
    ]),
  );
  expect(told(metadataFormSchema, { ...form, medical_kind_code: '', source_kind_code: 'hospital' })).not.toContain(
    'kind_other: freeTextMissing',
  );
});

test.each([
  ['medical_kind_code', 'other', 'kind_other'],
  ['medical_kind_code', 'other_test', 'kind_other'],
  ['medical_kind_code', 'letter', null],
  ['source_kind_code', 'other', 'source_other'],
  ['source_kind_code', 'hospital', null],
])('a document whose %s is %s needs a free text in %s', (field, code, text) => {
  const form = {
    medical_kind_code: 'letter',
    kind_other: '',
    issue_date: '2026-11-03',
    date_unknown: true,
    source_kind_code: 'hospital',
    source_other: '',
    source_name: 'Klinikum Nord',
    [field]: code,
  };
  expect(told(metadataFormSchema, form)).toEqual(text ? [`${text}: freeTextMissing`] : []);
  expect(told(metadataFormSchema, { ...form, kind_other: 'Ergometrie', source_other: 'Labor' })).toEqual([]);
});

describe('the date of a document', () => {
  const form = {
    medical_kind_code: 'letter',
    kind_other: '',
    issue_date: '',
    source_kind_code: 'hospital',
    source_other: '',
    source_name: 'Klinikum Nord',
  } as const;

  test.each([
    ['', 'issueDateMissing'],
    ['3.11.', 'dateInvalid'],
    ['2999-01-01', 'dateInFuture'],
    ['1066-10-14', 'dateTooEarly'],
  ])('%j is an error only if the date counts as known', (issue_date, fault) => {
    expect(told(metadataFormSchema, { ...form, issue_date })).toEqual([`issue_date: ${fault}`]);
    expect(told(metadataFormSchema, { ...form, issue_date, date_unknown: true })).toEqual([]);
  });

  test('is sent as a day flagged as unknown', () => {
    expect(toMetadata({ ...form, issue_date: '3.11.', date_unknown: true }, 1)).toMatchObject({
      issue_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      date_unknown: true,
    });
    const known = toMetadata({ ...form, issue_date: '2026-11-03', date_unknown: false }, 1);
    expect(JSON.parse(JSON.stringify(known))).toMatchObject({ issue_date: '2026-11-03' });
    expect(known.date_unknown).toBeUndefined();
  });
});
