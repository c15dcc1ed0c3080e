import type * as z from 'zod/mini';
import * as accounts from '@konsil/contracts/accounts';
import * as cases from '@konsil/contracts/cases';
import * as documents from '@konsil/contracts/documents';
import * as messages from '@konsil/contracts/messages';
import * as patients from '@konsil/contracts/patients';
import * as requests from '@konsil/contracts/requests';
import * as todos from '@konsil/contracts/todos';
import fieldErrors from './field-errors/locales/en.json';
import en from './locales/en.json';

const errors = { ...en.errors, ...fieldErrors };

// docs/specification.md sections 5 and 8, word for word.
test.each([
  ['emailMissing', 'Please enter your email'],
  ['emailInvalid', 'Please enter a valid email'],
  ['zipcodeRule', 'Until 5 digits'],
  ['wrongCode', 'Verification code is incorrect'],
] as const)('the field error %s reads "%s"', (key, words) => expect(errors[key]).toBe(words));

test.each([
  ['login_failed', 'Email or password are incorrect'],
  ['email_taken', 'A user with this email already exists'],
  ['wrong_code', 'Verification code is incorrect'],
  ['no_new_documents', 'There are no new documents since last request'],
] as const)('the problem %s reads "%s"', (key, words) => expect(en.problems[key]).toBe(words));

test.each([
  ['patients', 'No patients found'],
  ['documents', 'No documents found'],
  ['todos', 'No to-dos found'],
  ['messages', 'No messages found'],
  ['cases', 'No cases found'],
] as const)('an empty list of %s reads "%s"', (list, words) => expect(en.empty[list]).toBe(words));

test.each([
  ['patientAdded', 'Patient added'],
  ['todoAdded', 'To-do added'],
  ['todoUpdated', 'To-do updated'],
  ['documentAdded', 'Document added'],
  ['documentArchived', 'Document archived'],
  ['documentRestored', 'Document restored'],
  ['messageSent', 'Message sent'],
  ['caseAdded', 'Case added'],
  ['epicrisisUpdated', 'Epicrisis updated'],
  ['doctorNotified', 'Doctor notified'],
  ['saved', 'Saved'],
] as const)('the toast %s reads "%s"', (toast, words) => expect(en.toasts[toast]).toBe(words));

const exported: unknown[] = Object.values({
  ...accounts,
  ...cases,
  ...documents,
  ...messages,
  ...patients,
  ...requests,
  ...todos,
});
const schemas = exported.filter(
  (value): value is z.ZodMiniType => typeof value === 'object' && value !== null && '_zod' in value,
);

test("every message of the contracts' forms has a text", () => {
  const empty = schemas.flatMap((schema) =>
    [{}, '', 0, 'x'.repeat(30_000)].flatMap((value) => schema.safeParse(value).error?.issues ?? []),
  );
  const keys = new Set(empty.map((issue) => issue.message).filter((message) => /^[a-z]+[A-Z]\w*$/.test(message)));
  expect(keys.size).toBeGreaterThan(25);
  expect([...keys].filter((key) => !(key in errors))).toEqual([]);
});
