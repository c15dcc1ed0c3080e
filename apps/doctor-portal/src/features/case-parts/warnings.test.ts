import { warningsOf } from './warnings';

const of = (medication: string, allergies = '') =>
  warningsOf({
    anamnesis: {
      medication,
      allergies,
      previous_illnesses: '',
      operations: '',
      family_history: '',
      lifestyle: '',
    },
  });

test.each([
  ['Apixaban 5 mg 1-0-1, Ramipril 10 mg', 'Apixaban 5 mg 1-0-1'],
  ['Ramipril\nMARCUMAR nach Plan', 'MARCUMAR nach Plan'],
  ['ASS 100', 'ASS 100'],
  ['einen Blutverdünner', 'einen Blutverdünner'],
  ['Assugrin, Ramipril', ''],
  ['', ''],
])('finds blood thinners in the medication %j: %j', (medication, expected) => {
  expect(of(medication).thinners).toBe(expected);
});

test('shows allergies as the patient wrote them', () => {
  expect(of('', ' Penicillin ').allergies).toBe('Penicillin');
});
