import { limits } from './limits.ts';
import { parseObject } from './parse-instance.ts';
import { fixture } from './testing/fixtures.ts';
import { imageElements, writeDicom, type ElementSpec } from './testing/write-dicom.ts';

const linesOf = (bytes: Buffer) => {
  const parsed = parseObject(bytes);
  if (parsed.kind !== 'report' || parsed.report.content.kind !== 'text') throw new Error('no structured report');
  return parsed.report.content;
};
const slice = (number: number, frame = 1) => ({ instance: `1.2.826.0.1.3680043.10.1.1.2.${number}`, frame });

const measured = [
  {
    level: 2,
    name: 'Long Axis',
    text: '14.2 mm',
    measured: { value: '14.2', unit: 'mm', site: 'Lunge (Rechts)', tracking: 'Läsion 1' },
    images: [slice(3)],
  },
  {
    level: 2,
    name: 'Short Axis',
    text: '9.1 mm',
    measured: { value: '9.1', unit: 'mm', site: 'Lunge (Rechts)', tracking: 'Läsion 1' },
    // Refers to the place of the long axis.
    images: [slice(3)],
  },
  { level: 1, name: 'Measurement Group', text: '' },
  { level: 2, name: 'Finding', text: 'Raumforderung & Ödem' },
  {
    level: 2,
    name: 'Attenuation Coefficient (Mean)',
    text: '-12.5 HU',
    measured: { value: '-12.5', unit: 'HU', site: 'Leber', tracking: '<b>2</b>' },
    images: [slice(5)],
  },
  {
    level: 2,
    name: 'Area',
    // The code says one unit, its meaning another.
    text: '410 mm² (square centimeter)',
    measured: { value: '410', unit: 'mm² (square centimeter)', site: 'Leber', tracking: '<b>2</b>' },
    images: [slice(5)],
  },
];

test.each(['tid1500-pydicom.dcm', 'tid1500-dcmtk.dcm'])('%s is read as headings, text and measurements', (name) => {
  const { lines, cut, complete, verified } = linesOf(fixture(name));
  expect(lines.slice(0, 10)).toEqual([
    { level: 0, name: 'Language of Content Item and Descendants', text: 'German' },
    { level: 0, name: 'Person Observer Name', text: 'Dr. Elif Sandberg' },
    { level: 0, name: 'Imaging Measurements', text: '' },
    ...measured,
    { level: 0, name: 'Findings', text: '' },
  ]);
  expect(lines[10]).toEqual({ level: 1, name: 'Finding', text: 'Kein Erguß.', images: [slice(1)] });
  expect({ cut, complete, verified }).toEqual({ cut: false, complete: true, verified: false });
});

test('circular references terminate, and their texts are kept', () => {
  const { lines, cut } = linesOf(fixture('tid1500-pydicom.dcm'));
  expect(lines.slice(11)).toEqual([
    { level: 1, name: 'Finding', text: 'Siehe unten.' },
    { level: 1, name: 'Finding', text: 'Siehe oben.' },
  ]);
  expect(cut).toBe(false);
});

test('reads a report that the viewer wrote', () => {
  const { lines } = linesOf(fixture('own-measurements.dcm'));
  const image = { instance: '1.2.3.4', frame: 1 };
  const rows = lines.flatMap(({ name, text, measured: value, images }) =>
    value ? [[name, text, value.tracking, images]] : [],
  );
  expect(rows).toEqual([
    ['Long Axis', '34.2 mm', 'Tumor Nebenniere links', [image]],
    ['Short Axis', '26.7 mm', 'Tumor Nebenniere links', [image]],
    ['Attenuation Coefficient (Mean)', '22.25 HU', '2', [image]],
    ['Area', '410 mm²', '2', [image]],
  ]);
  expect(lines).toContainEqual({ level: 2, name: 'Comment', text: 'Größe?', images: [image] });
  expect(lines).toContainEqual({ level: 0, name: 'Person Observer Name', text: 'Dr. Elif Sandberg' });
});

const report = (items: ElementSpec[][], ...more: ElementSpec[]): Buffer =>
  writeDicom([
    ...imageElements().filter(([tag]) => !tag.startsWith('0028') && tag !== '7fe00010'),
    ['0040a040', 'CS', 'CONTAINER'],
    ['0040a730', 'SQ', items],
    ...more,
  ]);
const codeOf = (value: string, scheme: string, meaning: string): ElementSpec[][] => [
  [
    ['00080100', 'SH', value],
    ['00080102', 'SH', scheme],
    ['00080104', 'LO', meaning],
  ],
];
const said = (text: string, ...more: ElementSpec[]): ElementSpec[] => [
  ['0040a040', 'CS', 'TEXT'],
  ['0040a160', 'UT', text],
  ...more,
];
const numberIn = (code: string, meaning: string, scheme = 'UCUM'): ElementSpec[] => [
  ['0040a040', 'CS', 'NUM'],
  ['0040a043', 'SQ', codeOf('x', '99X', 'Wert')],
  [
    '0040a300',
    'SQ',
    [
      [
        ['0040a30a', 'DS', '7'],
        ['004008ea', 'SQ', codeOf(code, scheme, meaning)],
      ],
    ],
  ],
];

test.each<[string, string, string, string]>([
  ['mm', 'UCUM', 'millimetre', '7 mm'],
  ['1', 'UCUM', 'no units', '7'],
  ['1', 'UCUM', 'Liter', '7 Liter'],
  ['mm', 'UCUM', 'centimeter', '7 mm (centimeter)'],
  ['mm', '99X', 'Balken', '7 Balken'],
  ['{SUVbw}g/ml', 'UCUM', 'SUVbw', '7 SUVbw'],
  ['constructor', 'UCUM', '', '7 constructor'],
])('the unit %s of %s, called %s, is shown as %s', (code, scheme, meaning, expected) => {
  expect(linesOf(report([numberIn(code, meaning, scheme)])).lines[0]?.text).toBe(expected);
});

const imageOf = (uid: string, frames: string): ElementSpec[] => [
  ['0040a040', 'CS', 'IMAGE'],
  [
    '00081199',
    'SQ',
    [
      [
        ['00081155', 'UI', uid],
        ['00081160', 'IS', frames],
      ],
    ],
  ],
];

test('all frames that a line refers to are linked', () => {
  const { lines } = linesOf(report([said('Siehe', ['0040a730', 'SQ', [imageOf('1.2.3', '2\\7\\x')]])]));
  expect(lines[0]?.images).toEqual([
    { instance: '1.2.3', frame: 2 },
    { instance: '1.2.3', frame: 7 },
  ]);
});

test('a number is shown with its qualifier', () => {
  const limited: ElementSpec[] = [
    ...numberIn('mm', 'millimeter'),
    ['0040a301', 'SQ', codeOf('114000', 'DCM', 'Value out of range')],
  ];
  expect(linesOf(report([limited])).lines).toMatchObject([{ name: 'Wert (Value out of range)', text: '7 mm' }]);
});

test('measurement groups without a label stay separate', () => {
  const group = (): ElementSpec[] => [
    ['0040a040', 'CS', 'CONTAINER'],
    ['0040a043', 'SQ', codeOf('125007', 'DCM', 'Measurement Group')],
    ['0040a730', 'SQ', [numberIn('mm', 'millimeter'), numberIn('mm', 'millimeter')]],
  ];
  expect(linesOf(report([group(), group()])).lines.map(({ name }) => name)).toEqual([
    'Measurement Group',
    'Wert',
    'Wert',
    'Measurement Group',
    'Wert',
    'Wert',
  ]);
});

describe('A hostile report', () => {
  test('of 10,000 measurements is truncated, with a notice', () => {
    const { lines, cut } = linesOf(report(Array.from({ length: 10_000 }, () => numberIn('mm', 'millimeter'))));
    expect(cut).toBe(true);
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.length).toBeLessThan(limits.reportText / 10);
  });
  test('of empty items and thousands of references is parsed in bounded time', () => {
    const reference: ElementSpec[] = [
      ['0040a010', 'CS', 'INFERRED FROM'],
      ['0040db73', 'UL', [1, 1]],
    ];
    const many = Array.from({ length: 12_000 }, () => reference);
    const { lines, cut } = linesOf(report([said('Anfang', ['0040a730', 'SQ', many]), ...many]));
    expect(lines).toEqual([{ level: 0, name: '', text: 'Anfang' }]);
    expect(cut).toBe(true);
  });
  test('nested deeper than any report is refused', () => {
    let item = said('innen');
    for (let level = 0; level < 60; level += 1) item = said('x', ['0040a730', 'SQ', [item]]);
    expect(() => parseObject(report([item]))).toThrow('unreadable');
  });
  test('with invalid image identifiers links no image', () => {
    const { lines } = linesOf(
      report([said('Siehe'), imageOf('../../x', '1'), imageOf('1.2.3', '-4'), imageOf('1.2.3', '2')]),
    );
    expect(lines.flatMap(({ images = [] }) => images)).toEqual([{ instance: '1.2.3', frame: 2 }]);
  });
  test('with a wrongly declared character set is decoded by its bytes', () => {
    const { lines } = linesOf(report([said('Größe unverändert')], ['00080005', 'CS', 'ISO_IR 144']));
    expect(lines[0]?.text).toBe('Größe unverändert');
  });
});
