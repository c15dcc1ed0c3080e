import type { Measurement } from '@konsil/contracts/measurements';
import { lookOf, spacingOf, type DicomJson } from '@konsil/pixels';
import { wordsIn } from '../app/words.ts';
import { pictureAt, placeOfImage } from '../study/image-place.ts';
import type { Image, Series } from '../study/study.ts';
import { reportedNumbers } from '../study/reported-numbers.ts';
import type { MeasuredValues } from '../study/scale.ts';
import { measurementLines } from './measurement-words.ts';
import { merged } from './merge-measurements.ts';

const id = 'wadors:/dicom-web/openings/abc/studies/1.2/series/1.2.3/instances/1.2.3.4~d~0/frames/2';
const imageOf = (dataSet: DicomJson): Image => ({
  id,
  frame: 1,
  instance: {
    dataSet,
    spacingOf: () => spacingOf(dataSet, 0),
    scale: spacingOf(dataSet, 0).scale,
    lookOf: () => lookOf(dataSet, 0),
  } as unknown as Image['instance'],
});
const numbers = (...Value: number[]) => ({ Value });
const ct = { '00080060': { Value: ['CT'] }, '00280030': numbers(0.5, 0.5) };
const values = (more: Partial<MeasuredValues> = {}): MeasuredValues => ({
  width: 100,
  height: 100,
  valueAt: (column) => column,
  unit: 'HU',
  range: 1000,
  grey: true,
  ...more,
});
const lines = (kind: Measurement['kind'], points: [number, number][], dataSet: DicomJson, of: MeasuredValues | null) =>
  measurementLines(wordsIn('de'), { kind, points }, imageOf(dataSet), of);

describe('A measurement says', () => {
  test('its length in millimetres, or its long and its short axis', () => {
    expect(
      lines(
        'length',
        [
          [0, 0],
          [40, 30],
        ],
        ct,
        null,
      ),
    ).toEqual(['25,0 mm']);
    expect(
      lines(
        'bidirectional',
        [
          [0, 0],
          [40, 0],
          [20, 5],
          [20, -5],
        ],
        ct,
        null,
      ),
    ).toEqual(['20,0 mm', 'quer 5,0 mm']);
  });
  test('mean and deviation with the unit of the file, and the area', () => {
    expect(
      lines(
        'rectangle',
        [
          [10, 10],
          [30, 30],
        ],
        ct,
        values(),
      ),
    ).toEqual(['19,5 ± 5,8 HU', '1,00 cm²']);
    expect(
      lines(
        'ellipse',
        [
          [10, 10],
          [14, 14],
        ],
        ct,
        values({ unit: '' }),
      )[0],
    ).not.toContain('HU');
  });
  test('no values outside the image or of colours', () => {
    expect(
      lines(
        'rectangle',
        [
          [90, 90],
          [110, 99],
        ],
        ct,
        values(),
      ),
    ).toEqual(['nicht ganz im Bild']);
    expect(
      lines(
        'rectangle',
        [
          [10, 10],
          [30, 30],
        ],
        ct,
        values({ grey: false, valueAt: () => null }),
      ),
    ).toEqual(['1,00 cm²']);
    expect(
      lines(
        'rectangle',
        [
          [10, 10],
          [30, 30],
        ],
        ct,
        null,
      ),
    ).toEqual([]);
  });
  test('pixels if there is no pixel size, and centimetres in one ultrasound region only', () => {
    expect(
      lines(
        'length',
        [
          [0, 0],
          [30, 40],
        ],
        {},
        null,
      ),
    ).toEqual(['50 Pixel']);
    expect(
      lines(
        'rectangle',
        [
          [0, 0],
          [10, 10],
        ],
        {},
        values(),
      )[1],
    ).toBe('100 Pixel');
    const region = {
      '00186011': {
        vr: 'SQ',
        Value: [
          {
            '00186018': numbers(0),
            '0018601A': numbers(0),
            '0018601C': numbers(49),
            '0018601E': numbers(49),
            '00186024': numbers(3),
            '00186026': numbers(3),
            '0018602C': numbers(0.1),
            '0018602E': numbers(0.1),
          },
        ],
      },
    };
    expect(
      lines(
        'length',
        [
          [0, 0],
          [30, 40],
        ],
        region,
        null,
      ),
    ).toEqual(['5,00 cm']);
    expect(
      lines(
        'length',
        [
          [0, 0],
          [60, 80],
        ],
        region,
        null,
      ),
    ).toEqual(['100 Pixel']);
  });
  test.each<[string, DicomJson, [number, number][], string]>([
    [
      'centimetres in a tissue region',
      {},
      [
        [0, 0],
        [30, 40],
      ],
      '1,00 cm',
    ],
    [
      'pixels in a spectral region',
      {},
      [
        [60, 0],
        [60, 30],
      ],
      '30 Pixel',
    ],
    [
      'pixels across regions',
      {},
      [
        [0, 0],
        [60, 80],
      ],
      '100 Pixel',
    ],
    [
      'pixels outside the regions',
      { '00080060': { Value: ['US'] } },
      [
        [0, 200],
        [0, 220],
      ],
      '20 Pixel',
    ],
  ])('in an ultrasound image with regions and a pixel size: %s', (_name, more, points, expected) => {
    const region = (left: number, right: number, units: [number, number]) => ({
      '00186018': numbers(left),
      '0018601A': numbers(0),
      '0018601C': numbers(right),
      '0018601E': numbers(99),
      '00186024': numbers(units[0]),
      '00186026': numbers(units[1]),
      '0018602C': numbers(0.02),
      '0018602E': numbers(0.02),
    });
    const ultrasound = {
      '00280030': numbers(0.2, 0.2),
      '00186011': { vr: 'SQ', Value: [region(0, 49, [3, 3]), region(50, 99, [4, 7])] },
      ...more,
    };
    expect(lines('length', points, ultrasound, null)).toEqual([expected]);
  });
  test('what its millimetres refer to in projections', () => {
    const xray = { '00080060': { Value: ['DX'] }, '00181164': numbers(0.5, 0.5) };
    expect(
      lines(
        'length',
        [
          [0, 0],
          [40, 0],
        ],
        xray,
        null,
      ),
    ).toEqual(['20,0 mm am Detektor']);
    expect(
      lines(
        'rectangle',
        [
          [0, 0],
          [40, 40],
        ],
        xray,
        values(),
      )[1],
    ).toBe('4,00 cm² am Detektor');
  });
});

test('a report has only numbers that another program may take for true', () => {
  const told = (kind: Measurement['kind'], points: [number, number][], dataSet: DicomJson, of: MeasuredValues | null) =>
    reportedNumbers({ kind, points }, imageOf(dataSet), of).map(({ concept, value, unit }) => [
      concept[2],
      value,
      unit[0],
    ]);
  const line: [number, number][] = [
    [0, 0],
    [30, 40],
  ];
  const corners: [number, number][] = [
    [10, 10],
    [30, 30],
  ];
  expect(told('length', line, ct, null)).toEqual([['Length', 25, 'mm']]);
  expect(told('length', line, { '00080060': { Value: ['DX'] }, '00181164': numbers(0.5, 0.5) }, null)).toEqual([
    ['Length', 50, '{pixels}'],
  ]);
  expect(told('length', line, { '00280034': numbers(2, 1) }, null)).toEqual([]);
  expect(told('rectangle', corners, ct, values())).toMatchObject([
    ['Attenuation Coefficient', 19.5, "[hnsf'U]"],
    ['Attenuation Coefficient', expect.closeTo(5.77, 2), "[hnsf'U]"],
    ['Area', 100, 'mm2'],
  ]);
  expect(told('rectangle', corners, {}, values({ unit: 'Bq/ml' }))).toEqual([]);
});

test('a measurement finds its picture again below another opening', () => {
  const place = placeOfImage(id);
  expect(place).toEqual({ study: '1.2', series: '1.2.3', instance: '1.2.3.4~d~0', frame: 2 });
  const series = { images: [{ id: id.replace('abc', 'xyz') }] } as unknown as Series;
  expect(place && pictureAt(place, [series])?.index).toBe(0);
  expect(place && pictureAt({ ...place, frame: 3 }, [series])).toBeNull();
});

test('merges the changes of two windows to one list', () => {
  const item = (name: string, at = 0): Measurement => ({
    id: name,
    kind: 'length',
    study: '1',
    series: '1',
    instance: '1',
    frame: 1,
    points: [
      [at, 0],
      [1, 1],
    ],
    name: '',
    window: null,
  });
  const [a, b, c] = [item('a'), item('b'), item('c')];
  // Here b was removed and c added; there a was moved.
  expect(merged([a, b], [a, c], [item('a', 5), b]).map(({ id: one, points }) => [one, points[0]?.[0]])).toEqual([
    ['a', 5],
    ['c', 0],
  ]);
  // Removed here, but moved there: it stays.
  expect(merged([a], [], [item('a', 7)])).toEqual([item('a', 7)]);
  expect(merged([a], [item('a', 1)], [item('a', 2)])).toEqual([item('a', 1)]);
  expect(merged([], [a], [b])).toEqual([b, a]);
});
