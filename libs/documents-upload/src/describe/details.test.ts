import { sharedGuess, suggestionFor, toMetadata } from './details.ts';
import type { Details } from './details.ts';

const practice: Details = {
  medical_kind_code: 'letter',
  kind_other: '',
  issue_date: '2026-11-03',
  source_kind_code: 'doctors_practice',
  source_other: '',
  source_name: 'Praxis Keil',
};

test('offers a guessed kind for confirmation, but never "other"', () => {
  expect(suggestionFor('kind', { medical_kind_code: 'histology' }, null)).toEqual({
    medical_kind_code: 'histology',
    kind_other: '',
  });
  expect(suggestionFor('kind', { medical_kind_code: 'other' }, null)).toBeNull();
});

test('offers the source of the previous document where there is no guess', () => {
  expect(suggestionFor('source', {}, practice)).toEqual({
    source_kind_code: 'doctors_practice',
    source_other: '',
    source_name: 'Praxis Keil',
  });
  expect(
    suggestionFor('source', { source_kind_code: 'hospital', source_name: 'Klinikum Nord' }, practice),
  ).toMatchObject({ source_name: 'Klinikum Nord' });
  expect(suggestionFor('source', { source_kind_code: 'hospital' }, null)).toBeNull();
});

test('the guess for several files contains what their guesses have in common', () => {
  const scan = { medical_kind_code: 'ct', issue_date: '2026-03-01' } as const;
  expect(sharedGuess([{ ...scan, source_name: 'Radiologie' }, scan, { ...scan, source_name: 'Klinik' }])).toEqual(scan);
  expect(sharedGuess([scan, {}])).toEqual({});
  expect(sharedGuess([])).toEqual({});
});

test('appends free text to the English label after a colon', () => {
  const wire = toMetadata(
    {
      ...practice,
      medical_kind_code: 'other',
      kind_other: 'Impfpass',
      source_kind_code: 'other',
      source_other: 'Reha',
    },
    4,
  );
  expect(wire).toMatchObject({
    document_medical_kind: 'Other: Impfpass',
    source_kind: 'Other: Reha',
    source_name: 'Praxis Keil',
    version: 4,
  });
});
