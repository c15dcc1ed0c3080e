import type * as z from 'zod/mini';
import { changePasswordSchema, resetPasswordSchema, signupSchema } from './accounts.ts';
import { metadataFormSchema } from './documents.ts';

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
