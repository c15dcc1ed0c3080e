import type { OtherStudy } from '@konsil/contracts/viewed-case';
import { besideOf, mayBeOnePerson, priorOf, spanBetween } from './hanging.ts';
import type { Image, Series } from './study.ts';

const image = (z: number): Image =>
  ({
    frame: 1,
    instance: {
      dataSet: {
        '00200037': { Value: [1, 0, 0, 0, 1, 0] },
        '00200032': { Value: [0, 0, z] },
        '00200052': { Value: ['1'] },
      },
    },
  }) as unknown as Image;
const series = (description: string, count: number, modality = 'CT'): Series =>
  ({
    description,
    modality,
    plane: null,
    images: Array.from({ length: count }, (_, z) => image(z)),
  }) as unknown as Series;
const other = (study_uid: string, study_date: string | null, modality = 'CT'): OtherStudy => ({
  document_id: 'a',
  study_uid,
  study_date,
  modality,
  description: '',
  images: 1,
  source: '',
  case_name: null,
});

test('chooses the series with the same kind, name and size to show beside a series', () => {
  const now = series('Abdomen portalvenös 3 mm', 120);
  const [scout, plain, venous] = [series('Scout', 1), series('Abdomen nativ', 56), series('Abdomen portalvenös', 112)];
  expect(besideOf(now, [scout, plain, venous])).toBe(venous);
  expect(besideOf(now, [scout, plain])).toBe(plain);
  expect(besideOf(now, [now])).toBeNull();
});

test('the prior is the latest examination of the modality up to the same day', () => {
  const others = [other('1', '2026-05-14'), other('2', '2026-11-20'), other('3', '2026-06-01', 'US'), other('4', null)];
  expect(priorOf({ date: '2026-11-12' }, 'CT', others)?.study_uid).toBe('1');
  expect(priorOf({ date: '2026-11-20' }, 'CT', others)?.study_uid).toBe('2');
  expect(priorOf({ date: '2020-01-01' }, 'CT', others)?.study_uid).toBe('2');
  expect(priorOf({ date: '2026-11-12' }, 'MR', others)).toBeNull();
});

test('two studies that name different people are not of one person', () => {
  const named = (patientName: string, birthDate: string | null) => ({ people: [{ patientName, birthDate }] });
  expect(mayBeOnePerson(named('Reinhardt^Klaus', '1958-03-14'), named('Reinhardt^Klaus', '1958-03-14'))).toBe(true);
  expect(mayBeOnePerson(named('Reinhardt^Klaus', '1958-03-14'), named('', null))).toBe(true);
  expect(mayBeOnePerson(named('Reinhardt^Klaus', '1958-03-14'), named('Reinhard^Karl', '1985-03-14'))).toBe(false);
});

test.each<[string, string, ReturnType<typeof spanBetween>]>([
  ['2026-11-12', '2026-05-14', { count: 5, unit: 'month', later: false }],
  ['2026-11-14', '2026-05-14', { count: 6, unit: 'month', later: false }],
  ['2026-11-14', '2024-05-14', { count: 2, unit: 'year', later: false }],
  ['2026-11-14', '2026-11-01', { count: 13, unit: 'day', later: false }],
  ['2026-05-14', '2026-11-14', { count: 6, unit: 'month', later: true }],
  ['2026-05-14', '2026-05-14', null],
  ['2026-05-14', '', null],
])('from %p to %p', (from, to, span) => {
  expect(spanBetween(from, to)).toEqual(span);
});
