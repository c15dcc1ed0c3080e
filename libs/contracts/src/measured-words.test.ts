import { measuredImage, measuredWords, measurementName } from './measured-words.ts';
import type { MeasuredNumber } from './measurements.ts';

test.each<[string, MeasuredNumber[], string, string]>([
  ['a length', [{ of: 'length', value: 34.24, unit: 'mm' }], '34,2 mm', '34.2 mm'],
  [
    'two axes',
    [
      { of: 'long_axis', value: 34.2, unit: 'mm' },
      { of: 'short_axis', value: 26.74, unit: 'mm' },
    ],
    '34,2 mm, quer 26,7 mm',
    '34.2 mm, across 26.7 mm',
  ],
  [
    'a mean with its deviation, and an area',
    [
      { of: 'mean', value: -22, unit: 'HU' },
      { of: 'deviation', value: 14.25, unit: 'HU' },
      { of: 'area', value: 410, unit: 'mm2' },
    ],
    '\u221222,0 ± 14,3 HU, 4,10 cm²',
    '\u221222.0 ± 14.3 HU, 4.10 cm²',
  ],
  ['pixels where no size is known', [{ of: 'length', value: 812.4, unit: 'px' }], '812 Pixel', '812 pixels'],
  ['an angle', [{ of: 'cobb', value: 12.34, unit: 'deg' }], '12,3°', '12.3°'],
])('%s is written with its unit in both languages', (_, numbers, german, english) => {
  expect([measuredWords(numbers, 'de'), measuredWords(numbers, 'en')]).toEqual([german, english]);
});

test('an image is named by its series and instance numbers', () => {
  const image = { document_id: '', modality: 'CT', study_date: '2026-11-12', series_number: 3, number: 62, frames: 9 };
  expect(measuredImage({ image, frame: 4 }, 'de')).toBe('CT 12.11.2026, Serie 3, Bildnummer 62, Teilbild 4');
  expect(
    measuredImage(
      { image: { ...image, study_date: null, series_number: null, number: null, frames: 1 }, frame: 1 },
      'en',
    ),
  ).toBe('CT');
  expect(measurementName({ name: '', kind: 'cobb' }, 'en')).toBe('Cobb angle');
});
