import type { Details } from './details.ts';
import { stepSchema } from './step-schema.ts';

const messages = (step: 'kind' | 'date' | 'source', values: Partial<Record<keyof Details, string>>) =>
  (stepSchema(step).safeParse(values as unknown as Details).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('each question is validated by its own rules of the contract only', () => {
  expect(messages('kind', { kind_other: '' })).toEqual(['medical_kind_code: kindMissing']);
  expect(messages('kind', { medical_kind_code: 'other', kind_other: ' ' })).toEqual(['kind_other: freeTextMissing']);
  expect(messages('kind', { medical_kind_code: 'ct', kind_other: '' })).toEqual([]);
  expect(messages('date', { issue_date: '3.11.' })[0]).toBe('issue_date: dateInvalid');
  expect(messages('date', { issue_date: '2999-01-01' })).toEqual(['issue_date: dateInFuture']);
  expect(messages('source', { source_kind_code: 'other', source_other: '', source_name: '' })).toContain(
    'source_name: sourceNameMissing',
  );
});
