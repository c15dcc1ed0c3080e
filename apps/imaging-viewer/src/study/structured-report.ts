import type { Measurement } from '@konsil/contracts/measurements';
import { buildDicom, type Element } from '@konsil/pixels/made-dicom';
import { text } from './dicom-json.ts';
import type { Image } from './study.ts';

/** A code: value, scheme, meaning. */
type Code = readonly [value: string, scheme: string, meaning: string];

/** A number of a measurement, with its concept and unit. */
export interface ReportedNumber {
  concept: Code;
  value: number;
  unit: Code;
  /** The derivation of the value from many others. */
  derivation?: Code;
}
/** A measurement with its image and the numbers to report. */
export interface Reported {
  measurement: Measurement;
  image: Image;
  numbers: ReportedNumber[];
}

export const units = {
  millimetre: ['mm', 'UCUM', 'millimeter'],
  squareMillimetre: ['mm2', 'UCUM', 'square millimeter'],
  degree: ['deg', 'UCUM', 'degree'],
  hounsfield: ["[hnsf'U]", 'UCUM', 'Hounsfield unit'],
  pixels: ['{pixels}', 'UCUM', 'pixels'],
} as const satisfies Record<string, Code>;
export const concepts = {
  length: ['410668003', 'SCT', 'Length'],
  longAxis: ['103339001', 'SCT', 'Long Axis'],
  shortAxis: ['103340004', 'SCT', 'Short Axis'],
  angle: ['1483009', 'SCT', 'Angle'],
  cobb: ['285285000', 'SCT', 'Cobb angle'],
  area: ['42798000', 'SCT', 'Area'],
  attenuation: ['112031', 'DCM', 'Attenuation Coefficient'],
  mean: ['373098007', 'SCT', 'Mean'],
  deviation: ['386136009', 'SCT', 'Standard Deviation'],
} as const satisfies Record<string, Code>;

const comprehensiveSr = '1.2.840.10008.5.1.4.1.1.88.33';
/** The most bytes of a short text. */
const shortText = 64;
const decimalDigits = 16;

const codeItem = ([value, scheme, meaning]: Code): Element[] => [
  ['00080100', 'SH', value],
  ['00080102', 'SH', scheme],
  ['00080104', 'LO', meaning],
];
const concept = (code: Code): Element => ['0040a043', 'SQ', [codeItem(code)]];
const content = (relation: string, type: string, name: Code | null, more: Element[]): Element[] => [
  ['0040a010', 'CS', relation],
  ['0040a040', 'CS', type],
  ...(name ? [concept(name)] : []),
  ...more,
];
const inside = (items: Element[][]): Element[] => (items.length > 0 ? [['0040a730', 'SQ', items]] : []);
const coded = (relation: string, name: Code, value: Code): Element[] =>
  content(relation, 'CODE', name, [['0040a168', 'SQ', [codeItem(value)]]]);
const written = (relation: string, name: Code, value: string): Element[] =>
  content(relation, 'TEXT', name, [['0040a160', 'UT', value]]);
const identified = (relation: string, name: Code, value: string): Element[] =>
  content(relation, 'UIDREF', name, [['0040a124', 'UI', value]]);
const person = (name: Code, value: string): Element[] =>
  content('HAS OBS CONTEXT', 'PNAME', name, [['0040a123', 'PN', value.replace(/[\^=\\]/g, ' ').slice(0, shortText)]]);
const container = (relation: string, name: Code, items: Element[][], more: Element[] = []): Element[] =>
  content(relation, 'CONTAINER', name, [['0040a050', 'CS', 'SEPARATE'], ...more, ...inside(items)]);

/** A number as a decimal string of at most 16 characters. */
export function decimalString(value: number): string {
  const plain = String(value);
  if (plain.length <= decimalDigits) return plain;
  for (let digits = decimalDigits; digits > 0; digits -= 1) {
    const rounded = String(Number(value.toPrecision(digits)));
    if (rounded.length <= decimalDigits) return rounded;
  }
  return '0';
}

/** Little-endian 32-bit floating-point numbers. */
const floats = (values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setFloat32(index * 4, value, true));
  return new Uint8Array(view.buffer);
};

/** A UID of a UUID (PS3.5 B.2). */
export const uidOf = (uuid: string): string => `2.25.${BigInt(`0x${uuid.replaceAll('-', '')}`)}`;

/** The points of a measurement as DICOM draws them: lines, an ellipse by the ends of its axes, a closed rectangle. */
function graphicOf({ kind, points }: Measurement, which: 'first' | 'second'): { type: string; data: number[] } {
  const all = points as readonly (readonly [number, number])[];
  const [a = [0, 0], b = [0, 0]] = all;
  if (kind === 'rectangle') return { type: 'POLYLINE', data: [a, [b[0], a[1]], b, [a[0], b[1]], a].flat() as number[] };
  if (kind === 'ellipse') {
    const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const across = [a[0], y, b[0], y];
    const along = [x, a[1], x, b[1]];
    // The long axis comes first.
    return {
      type: 'ELLIPSE',
      data: Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? [...across, ...along] : [...along, ...across],
    };
  }
  const shown = kind === 'bidirectional' ? (which === 'first' ? all.slice(0, 2) : all.slice(2, 4)) : all;
  return { type: 'POLYLINE', data: shown.flat() };
}

const referenceTo = ({ instance, frame }: Image): Element[] => [
  ['00081150', 'UI', text(instance.dataSet, '00080016')],
  ['00081155', 'UI', instance.uid],
  ...(instance.frames > 1 ? [['00081160', 'IS', String(frame)] as const] : []),
];

/** The place of a measurement: coordinates in its picture. */
const coordinates = (
  relation: string,
  name: Code | null,
  { measurement, image }: Reported,
  which: 'first' | 'second' = 'first',
): Element[] => {
  const { type, data } = graphicOf(measurement, which);
  return content(relation, 'SCOORD', name, [
    ['00700022', 'FL', floats(data)],
    ['00700023', 'CS', type],
    ...inside([content('SELECTED FROM', 'IMAGE', null, [['00081199', 'SQ', [referenceTo(image)]]])]),
  ]);
};

function groupOf(reported: Reported, number: number): Element[] {
  const { measurement, numbers } = reported;
  const region = measurement.kind === 'ellipse' || measurement.kind === 'rectangle';
  const items = numbers.map(({ concept: name, value, unit, derivation }, index): Element[] =>
    content('CONTAINS', 'NUM', name, [
      [
        '0040a300',
        'SQ',
        [
          [
            ['0040a30a', 'DS', decimalString(value)],
            ['004008ea', 'SQ', [codeItem(unit)]],
          ],
        ],
      ],
      ...inside([
        ...(derivation ? [coded('HAS CONCEPT MOD', ['121401', 'DCM', 'Derivation'], derivation)] : []),
        ...(region ? [] : [coordinates('INFERRED FROM', null, reported, index === 0 ? 'first' : 'second')]),
      ]),
    ]),
  );
  const comment: Element[][] =
    measurement.kind === 'arrow'
      ? [
          content(
            'CONTAINS',
            'TEXT',
            ['121106', 'DCM', 'Comment'],
            [['0040a160', 'UT', measurement.name || '-'], ...inside([coordinates('INFERRED FROM', null, reported)])],
          ),
        ]
      : [];
  return container(
    'CONTAINS',
    ['125007', 'DCM', 'Measurement Group'],
    [
      written('HAS OBS CONTEXT', ['112039', 'DCM', 'Tracking Identifier'], measurement.name || String(number)),
      identified('HAS OBS CONTEXT', ['112040', 'DCM', 'Tracking Unique Identifier'], uidOf(measurement.id)),
      ...(region ? [coordinates('CONTAINS', ['111030', 'DCM', 'Image Region'], reported)] : []),
      ...items,
      ...comment,
    ],
    [
      [
        '0040a504',
        'SQ',
        [
          [
            ['00080105', 'CS', 'DCMR'],
            ['0040db00', 'CS', region ? '1410' : '1501'],
          ],
        ],
      ],
    ],
  );
}

/** The images of some measurements by study and series. */
function evidenceOf(reported: readonly Reported[]): Element[][] {
  const studies = new Map<string, Map<string, Map<string, Image>>>();
  for (const { measurement, image } of reported) {
    const series = studies.get(measurement.study) ?? new Map<string, Map<string, Image>>();
    studies.set(measurement.study, series);
    const instances = series.get(measurement.series) ?? new Map<string, Image>();
    series.set(measurement.series, instances);
    instances.set(image.instance.uid, image);
  }
  return [...studies].map(([study, series]): Element[] => [
    ['0020000d', 'UI', study],
    [
      '00081115',
      'SQ',
      [...series].map(([uid, instances]): Element[] => [
        ['0020000e', 'UI', uid],
        [
          '00081199',
          'SQ',
          [...instances.values()].map(({ instance }): Element[] => [
            ['00081150', 'UI', text(instance.dataSet, '00080016')],
            ['00081155', 'UI', instance.uid],
          ]),
        ],
      ]),
    ],
  ]);
}

const procedures: Record<string, Code> = {
  CT: ['77477000', 'SCT', 'Computed tomography'],
  MR: ['113091000', 'SCT', 'Magnetic resonance imaging'],
  US: ['16310003', 'SCT', 'Ultrasonography'],
};
const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/**
 * Measurements as a DICOM structured report (Comprehensive SR, TID 1500), unverified: a second opinion's working notes.
 * @param study the study that the report belongs to
 * @param at the time of the export, or of the answer that they were sent with, in local time
 * @param observer the doctor who sent them
 */
export function structuredReport(
  reported: readonly Reported[],
  study: string,
  {
    language,
    at,
    ids,
    observer,
  }: { language: string; at: Date; ids: readonly [series: string, instance: string]; observer?: string },
): Uint8Array {
  const first = reported.find(({ measurement }) => measurement.study === study) ?? reported[0];
  const dataSet = first?.image.instance.dataSet ?? {};
  const two = (value: number): string => String(value).padStart(2, '0');
  const [day, time] = [
    `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`,
    `${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`,
  ];
  const copied = (tag: string, vr: string): Element => {
    const value = dataSet[tag]?.Value?.[0] as
      | string
      | { Alphabetic?: string; Ideographic?: string; Phonetic?: string }
      | undefined;
    const person =
      typeof value === 'object'
        ? [value.Alphabetic, value.Ideographic, value.Phonetic].join('=').replace(/=+$/, '')
        : value;
    return [tag.toLowerCase(), vr, String(person ?? '').slice(0, vr === 'PN' ? 3 * shortText : shortText)];
  };
  const [seriesUid, instanceUid] = ids.map(uidOf) as [string, string];
  const own = reported.filter(({ measurement }) => measurement.study === study);
  const other = reported.filter(({ measurement }) => measurement.study !== study);
  const root = [
    coded(
      'HAS CONCEPT MOD',
      ['121049', 'DCM', 'Language of Content Item and Descendants'],
      [language, 'RFC5646', languageNames.of(language) ?? language],
    ),
    ...(observer === undefined
      ? []
      : [
          coded('HAS OBS CONTEXT', ['121005', 'DCM', 'Observer Type'], ['121006', 'DCM', 'Person']),
          person(['121008', 'DCM', 'Person Observer Name'], observer),
        ]),
    coded('HAS OBS CONTEXT', ['121005', 'DCM', 'Observer Type'], ['121007', 'DCM', 'Device']),
    identified('HAS OBS CONTEXT', ['121012', 'DCM', 'Device Observer UID'], seriesUid),
    written('HAS OBS CONTEXT', ['121013', 'DCM', 'Device Observer Name'], 'Konsil'),
    coded(
      'HAS CONCEPT MOD',
      ['121058', 'DCM', 'Procedure reported'],
      procedures[text(dataSet, '00080060')] ?? ['363679005', 'SCT', 'Imaging procedure'],
    ),
    container(
      'CONTAINS',
      ['126010', 'DCM', 'Imaging Measurements'],
      reported.map((one, index) => groupOf(one, index + 1)),
    ),
  ];
  return buildDicom(
    [
      ['00080005', 'CS', 'ISO_IR 192'],
      ['00080016', 'UI', comprehensiveSr],
      ['00080018', 'UI', instanceUid],
      copied('00080020', 'DA'),
      copied('00080030', 'TM'),
      ['00080023', 'DA', day],
      ['00080033', 'TM', time],
      copied('00080050', 'SH'),
      copied('00080090', 'PN'),
      ['00080060', 'CS', 'SR'],
      ['00080070', 'LO', 'Konsil'],
      ['00081111', 'SQ', []],
      ['0008103e', 'LO', 'Measurements'],
      copied('00100010', 'PN'),
      copied('00100020', 'LO'),
      copied('00100030', 'DA'),
      copied('00100040', 'CS'),
      ['0020000d', 'UI', study],
      ['0020000e', 'UI', seriesUid],
      copied('00200010', 'SH'),
      ['00200011', 'IS', '9900'],
      ['00200013', 'IS', '1'],
      ['0040a040', 'CS', 'CONTAINER'],
      concept(['126000', 'DCM', 'Imaging Measurement Report']),
      ['0040a050', 'CS', 'SEPARATE'],
      ['0040a372', 'SQ', []],
      ...(own.length > 0 ? [['0040a375', 'SQ', evidenceOf(own)] as const] : []),
      ...(other.length > 0 ? [['0040a385', 'SQ', evidenceOf(other)] as const] : []),
      ['0040a491', 'CS', 'PARTIAL'],
      ['0040a493', 'CS', 'UNVERIFIED'],
      [
        '0040a504',
        'SQ',
        [
          [
            ['00080105', 'CS', 'DCMR'],
            ['0040db00', 'CS', '1500'],
          ],
        ],
      ],
      ['0040a730', 'SQ', root],
    ],
    'explicit',
    [
      ['00020001', 'OB', [0, 1]],
      ['00020002', 'UI', comprehensiveSr],
      ['00020003', 'UI', instanceUid],
      ['00020012', 'UI', '2.25.312405683205811390473310924117392010'],
      ['00020013', 'SH', 'KONSIL'],
    ],
  );
}
