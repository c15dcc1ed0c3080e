import type { Inspection } from '../reading/reading.ts';
import { guessDetails } from './guess-details.ts';

const guess = (fileName: string, text?: string) => {
  const inspection: Inspection = text === undefined ? { kind: 'photo' } : { kind: 'pdf', text };
  return guessDetails({ fileName, inspection, bornOn: '1979-03-14', today: '2026-11-21' });
};

test.each([
  ['Arztbrief_2026-09-14.pdf', { medical_kind_code: 'letter', issue_date: '2026-09-14' }],
  ['OP-Bericht 03.02.2026.pdf', { medical_kind_code: 'op', issue_date: '2026-02-03' }],
  ['20260102_Labor.jpg', { medical_kind_code: 'laboratory', issue_date: '2026-01-02' }],
  ['MRT Knie.png', { medical_kind_code: 'mri' }],
  ['Medikationsplan.pdf', { medical_kind_code: 'medication_plan' }],
  ['IMG_4711.jpg', {}],
  ['Scan_31.02.2026.pdf', {}],
  ['Befund 2031-01-01.pdf', {}],
  ['discharge letter 5 March 2025.pdf', { medical_kind_code: 'letter', issue_date: '2025-03-05' }],
  ['contract.pdf', {}],
])('the name %s suggests %j', (name, expected) => expect(guess(name)).toEqual(expected));

test('guesses kind, date and source of a letter, ignoring the birth date', () => {
  const text =
    'Klinikum Rosenberg\nKlinik für Endokrine Chirurgie\nPatientin: Miriam Adler, geb. 14.03.1979\nRosenberg, den 14.09.2026\nArztbrief\nSehr geehrte Frau Kollegin';
  expect(guess('scan0001.pdf', text)).toEqual({
    medical_kind_code: 'letter',
    issue_date: '2026-09-14',
    source_kind_code: 'hospital',
    source_name: 'Klinikum Rosenberg',
  });
});

test('recognises any birth date by its label', () => {
  expect(guess('x.pdf', 'Gemeinschaftspraxis Dr. Vogt\nBorn: 02.02.1980\nLaborbefund vom 3. Mai 2026')).toEqual({
    medical_kind_code: 'laboratory',
    issue_date: '2026-05-03',
    source_kind_code: 'doctors_practice',
    source_name: 'Gemeinschaftspraxis Dr. Vogt',
  });
});
