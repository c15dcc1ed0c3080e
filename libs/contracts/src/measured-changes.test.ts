import { changeOf, changeWords, type ComparableMeasurement } from './measured-changes.ts';
import type { MeasuredNumber } from './measurements.ts';

const mm = (value: number, of: MeasuredNumber['of'] = 'length'): MeasuredNumber => ({ of, value, unit: 'mm' });
let count = 0;
const measured = (day: string, numbers: MeasuredNumber[], more: Partial<ComparableMeasurement> = {}) => ({
  id: String((count += 1)),
  kind: 'length' as const,
  name: 'Lymph node',
  study: day,
  day,
  modality: 'CT',
  numbers,
  ...more,
});
const now = measured('2026-11-12', [mm(34.24)]);
const may = measured('2026-05-14', [mm(28.06)]);
const said = (item: ComparableMeasurement, ...others: ComparableMeasurement[]) => {
  const change = changeOf(item, [item, ...others]);
  return change && changeWords(change, 'en');
};

test('the change is that of the two values shown, with its share and the day of the earlier one', () => {
  expect(said(now, may)).toBe('14 May 2026: 28.1 mm, since then +6.1 mm (+22%)');
  expect(changeWords(changeOf(now, [may]) as never, 'de')).toBe('14.05.2026: 28,1 mm, seitdem +6,1 mm (+22\u00a0%)');
  expect(said(measured('2026-11-12', [mm(20)]), may)).toBe('14 May 2026: 28.1 mm, since then −8.1 mm (−29%)');
  expect(said(measured('2026-11-12', [mm(28.1)]), may)).toBe('14 May 2026: 28.1 mm, since then ±0.0 mm (±0%)');
});

test('both axes are told, and areas in the unit of their size', () => {
  const axes = (long: number, short: number) => [mm(long, 'long_axis'), mm(short, 'short_axis')];
  const of = { kind: 'bidirectional' as const };
  expect(said(measured('2026-11-12', axes(30, 22), of), measured('2026-05-14', axes(20, 20), of))).toBe(
    '14 May 2026: 20.0 mm, across 20.0 mm, since then +10.0 mm (+50%), across +2.0 mm (+10%)',
  );
  const area = (value: number): MeasuredNumber[] => [{ of: 'area', value, unit: 'mm2' }];
  expect(said(measured('2026-11-12', area(250)), measured('2026-05-14', area(120)))).toBe(
    '14 May 2026: 1.20 cm², since then +1.30 cm² (+108%)',
  );
});

test('values and angles have a difference but no share, and deviations none', () => {
  const values = (mean: number): MeasuredNumber[] => [
    { of: 'mean', value: mean, unit: 'HU' },
    { of: 'deviation', value: 5, unit: 'HU' },
  ];
  expect(said(measured('2026-11-12', values(60)), measured('2026-05-14', values(40)))).toBe(
    '14 May 2026: 40.0 HU, since then +20.0 HU',
  );
});

test('the latest earlier examination counts, and names are compared as they are read', () => {
  const older = measured('2025-01-10', [mm(10)]);
  const spelled = { ...may, name: ' lymph  NODE' };
  expect(said(now, older, spelled)).toContain('14 May 2026: 28.1 mm');
  expect(said(may, now)).toBeNull();
});

test.each<[string, ComparableMeasurement[]]>([
  ['no earlier one', []],
  ['another name', [measured('2026-05-14', [mm(28)], { name: 'Spleen' })]],
  ['another kind', [measured('2026-05-14', [mm(28)], { kind: 'bidirectional' })]],
  ['another modality', [measured('2026-05-14', [mm(28)], { modality: 'MR' })]],
  ['another unit', [measured('2026-05-14', [{ of: 'length', value: 28, unit: 'px' }])]],
  ['numbers that are not loaded', [measured('2026-05-14', [])]],
  ['two of the name in the earlier one', [may, measured('2026-05-14', [mm(12)])]],
  ['two of the name on the earlier day', [may, measured('2026-05-14', [mm(12)], { study: '9' })]],
  ['two of the name in this examination', [may, measured('2026-11-12', [mm(12)])]],
  ['one of the name on this day in another examination', [may, measured('2026-11-12', [mm(12)], { study: '9' })]],
  ['one of the name on an unknown day', [may, measured('', [mm(12)])]],
])('no change is told with %s', (_what, others) => {
  expect(said(now, ...others)).toBeNull();
});

test('no change is told without a name, without a day, and in pixels', () => {
  const unnamed = { name: ' ' };
  expect(said({ ...now, ...unnamed }, { ...may, ...unnamed })).toBeNull();
  expect(said({ ...now, day: '' }, may)).toBeNull();
  const pixels: MeasuredNumber[] = [{ of: 'length', value: 28, unit: 'px' }];
  expect(said({ ...now, numbers: pixels }, { ...may, numbers: pixels })).toBeNull();
});
