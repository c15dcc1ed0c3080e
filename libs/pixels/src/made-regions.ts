import type { DicomJson } from './dicom-json.ts';
import { buildDicom, type Element, type Syntax } from './made-dicom.ts';
import { regionClasses } from './region-classes.ts';

/** A CT with a bright circle in each slice, and objects that mark it. Millimetres, in the patient's coordinates. */
export const madeBody = {
  columns: 128,
  rows: 96,
  pixel: 1,
  slices: 8,
  distance: 5,
  origin: [-50, -40, 100],
  /** The circle's centre and the radius in a slice: the largest in slice 4, from 0. */
  centre: [20, -4],
  radiusIn: (slice: number): number => 20 - 3 * Math.abs(slice - 4),
  hole: 6,
  /** A square beside it. */
  square: { from: [-40.35, 19.15], side: 16.2 },
  study: '1.2.826.0.1.35',
  ct: '1.2.826.0.1.35.1',
  space: '1.2.826.0.1.35.9',
} as const;
const body = madeBody;

type Point = readonly [number, number, number];
const imageUid = (slice: number): string => `${body.ct}.${slice + 1}`;
const depthOf = (slice: number): number => body.origin[2] + slice * body.distance;
/** Ten digits are exact enough, and sixteen characters the most. */
const ds = (values: readonly number[]): string => values.map((value) => String(Number(value.toFixed(6)))).join('\\');
const person: Element[] = [
  ['00100010', 'PN', 'Kreis^Karla'],
  ['00100030', 'DA', '19610203'],
];
const common = (more: readonly Element[]): Element[] => [
  ['00080005', 'CS', 'ISO_IR 192'],
  ['00080020', 'DA', '20260302'],
  ...person,
  ['0020000d', 'UI', body.study],
  ['00200052', 'UI', body.space],
  ...more,
];
const isInCircle = ([x, y]: readonly [number, number], radius: number): boolean =>
  Math.hypot(x - body.centre[0], y - body.centre[1]) <= radius;

/** One slice of the CT. */
export function madeCtSlice(slice: number): Element[] {
  const pixels = Array.from({ length: body.columns * body.rows }, (_, at) => {
    const x = body.origin[0] + (at % body.columns) * body.pixel;
    const y = body.origin[1] + Math.floor(at / body.columns) * body.pixel;
    return isInCircle([x, y], body.radiusIn(slice)) ? 1000 : 100;
  });
  return common([
    ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    ['00080018', 'UI', imageUid(slice)],
    ['00080060', 'CS', 'CT'],
    ['0008103e', 'LO', 'Becken'],
    ['0020000e', 'UI', body.ct],
    ['00200011', 'IS', '1'],
    ['00200013', 'IS', String(slice + 1)],
    ['00200032', 'DS', ds([body.origin[0], body.origin[1], depthOf(slice)])],
    ['00200037', 'DS', '1\\0\\0\\0\\1\\0'],
    ['00280002', 'US', [1]],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280010', 'US', [body.rows]],
    ['00280011', 'US', [body.columns]],
    ['00280030', 'DS', ds([body.pixel, body.pixel])],
    ['00280100', 'US', [16]],
    ['00280101', 'US', [16]],
    ['00280102', 'US', [15]],
    ['00280103', 'US', [0]],
    ['00281050', 'DS', '600'],
    ['00281051', 'DS', '1200'],
    ['7fe00010', 'OW', pixels],
  ]);
}

const written = (values: readonly number[]) => ({ text: ds(values), count: values.length / 3 });

/** A circle as a polygon whose area is that of the circle. */
const ring = (radius: number, depth: (x: number) => number): number[] => {
  const corners = 90;
  const turn = (2 * Math.PI) / corners;
  const outer = radius * Math.sqrt(turn / Math.sin(turn));
  return Array.from({ length: corners }, (_, at) => {
    const x = body.centre[0] + outer * Math.cos(at * turn);
    return [x, body.centre[1] + outer * Math.sin(at * turn), depth(x)];
  }).flat();
};

export interface MadeStructures {
  uid?: string;
  space?: string;
  study?: string;
  patientName?: string;
  /** The slice that a contour references; null for no reference. */
  namedFor?: (slice: number) => number | null;
  /** Millimetres in depth for each in x. */
  tilt?: number;
  /** Millimetres in depth. */
  shift?: number;
  /** Contours in slices 2 to 6, once more. */
  twice?: boolean;
  /** The coordinates of each contour as they are written, instead of the circle. */
  points?: { text: string; count: number };
  approval?: string;
}

/** A structure set: the circle with a hole in slices 2 to 6, and a point. */
export function madeStructureSet({
  uid = `${body.study}.2.1`,
  space = body.space,
  study = body.study,
  patientName = 'Kreis^Karla',
  namedFor = (slice) => slice,
  tilt = 0,
  shift = 0,
  twice = false,
  points,
  approval = 'UNAPPROVED',
}: MadeStructures = {}): Element[] {
  const contour = (
    slice: number,
    { text, count }: { text: string; count: number },
    type = 'CLOSED_PLANAR',
  ): Element[] => {
    const named = namedFor(slice);
    return [
      ...(named === null
        ? []
        : [
            [
              '30060016',
              'SQ',
              [
                [
                  ['00081150', 'UI', '1.2.840.10008.5.1.4.1.1.2'],
                  ['00081155', 'UI', imageUid(named)],
                ],
              ],
            ] as Element,
          ]),
      ['30060042', 'CS', type],
      ['30060046', 'IS', String(count)],
      ['30060050', 'DS', text],
    ];
  };
  const circles = [2, 3, 4, 5, 6].flatMap((slice) => {
    const depth = (x: number) => depthOf(slice) + shift + tilt * (x - body.centre[0]);
    if (points) return [contour(slice, points)];
    return [
      contour(slice, written(ring(body.radiusIn(slice), depth))),
      contour(slice, written(ring(body.hole, depth))),
    ];
  });
  return [
    ...common([
      ['00080016', 'UI', regionClasses.structureSet],
      ['00080018', 'UI', uid],
      ['00080060', 'CS', 'RTSTRUCT'],
      ['0008103e', 'LO', 'Bestrahlungsplanung'],
      ['00081070', 'PN', 'Physik^Petra'],
      ['0020000e', 'UI', `${uid}.0`],
      ['00200011', 'IS', '2'],
      ['30060002', 'SH', 'Plan A'],
      ['30060008', 'DA', '20260304'],
      [
        '30060010',
        'SQ',
        [
          [
            ['00200052', 'UI', space],
            [
              '30060012',
              'SQ',
              [
                [
                  ['00081150', 'UI', '1.2.840.10008.3.1.2.3.1'],
                  ['00081155', 'UI', study],
                  [
                    '30060014',
                    'SQ',
                    [
                      [
                        ['0020000e', 'UI', body.ct],
                        [
                          '30060016',
                          'SQ',
                          Array.from({ length: body.slices }, (_, slice): Element[] => [
                            ['00081155', 'UI', imageUid(slice)],
                          ]),
                        ],
                      ],
                    ],
                  ],
                ],
              ],
            ],
          ],
        ],
      ],
      [
        '30060020',
        'SQ',
        [
          [
            ['30060022', 'IS', '7'],
            ['30060024', 'UI', space],
            ['30060026', 'LO', 'PTV Prostata'],
            ['30060036', 'CS', 'MANUAL'],
          ],
          [
            ['30060022', 'IS', '8'],
            ['30060024', 'UI', space],
            ['30060026', 'LO', 'Isozentrum'],
            ['30060036', 'CS', 'MANUAL'],
          ],
        ],
      ],
      [
        '30060039',
        'SQ',
        [
          [
            ['3006002a', 'IS', '255\\0\\0'],
            ['30060040', 'SQ', twice ? [...circles, ...circles] : circles],
            ['30060084', 'IS', '7'],
          ],
          [
            ['30060040', 'SQ', [contour(4, written([...body.centre, depthOf(4)]), 'POINT')]],
            ['30060084', 'IS', '8'],
          ],
        ],
      ],
      [
        '30060080',
        'SQ',
        [
          [
            ['30060084', 'IS', '7'],
            ['300600a4', 'CS', 'PTV'],
          ],
          [
            ['30060084', 'IS', '8'],
            ['300600a4', 'CS', 'ISOCENTER'],
          ],
        ],
      ],
      ['300e0002', 'CS', approval],
    ]),
    ['00100010', 'PN', patientName],
  ];
}

export interface MadeSegmentation {
  uid?: string;
  space?: string;
  /** Millimetres in depth. */
  shift?: number;
  /** Rows lean by this angle around the x axis, in radians. */
  lean?: number;
  /** The slice that a frame was made from; null to name none. */
  madeFrom?: (slice: number) => number | null;
  kind?: 'binary' | 'fractional' | 'labelMap';
}

/** Its own grid, whose frames do not end at a byte. */
const grid = { columns: 131, rows: 101, pixel: 0.9, origin: [-48, -38] } as const;

/** A segmentation: the circle in slices 2 to 6, made automatically, and the square in slices 0 and 1. */
export function madeSegmentation({
  uid = `${body.study}.3.1`,
  space = body.space,
  shift = 0,
  lean = 0,
  madeFrom = (slice) => slice,
  kind = 'binary',
}: MadeSegmentation = {}): Element[] {
  const inSquare = ([x, y]: readonly [number, number]) =>
    x >= body.square.from[0] &&
    x <= body.square.from[0] + body.square.side &&
    y >= body.square.from[1] &&
    y <= body.square.from[1] + body.square.side;
  const frames = [
    ...[2, 3, 4, 5, 6].map((slice) => ({
      slice,
      segment: 1,
      inside: (place: readonly [number, number]) => isInCircle(place, body.radiusIn(slice)),
    })),
    ...[0, 1].map((slice) => ({ slice, segment: 2, inside: inSquare })),
  ];
  const samples = frames.flatMap(({ inside, segment }) =>
    Array.from({ length: grid.columns * grid.rows }, (_, at) => {
      const place = [
        grid.origin[0] + (at % grid.columns) * grid.pixel,
        grid.origin[1] + Math.floor(at / grid.columns) * grid.pixel,
      ] as const;
      return inside(place) ? segment : 0;
    }),
  );
  const stored =
    kind === 'binary'
      ? Uint8Array.from({ length: Math.ceil(samples.length / 8) }, (_, at) =>
          [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte | (Number((samples[at * 8 + bit] ?? 0) > 0) << bit), 0),
        )
      : // Half of the largest value, which is 200.
        Uint8Array.from(samples, (value) => (kind === 'fractional' ? (value > 0 ? 100 : 0) : value));
  const code = (value: string, meaning: string): Element[] => [
    ['00080100', 'SH', value],
    ['00080102', 'SH', 'SCT'],
    ['00080104', 'LO', meaning],
  ];
  const segment = (
    own: number,
    name: string,
    type: Element[],
    algorithm: string,
    lab: readonly number[],
  ): Element[] => [
    ['00620003', 'SQ', [code('123037004', 'Anatomical Structure')]],
    ['00620004', 'US', [own]],
    ['00620005', 'LO', name],
    ['00620008', 'CS', algorithm],
    ...(algorithm === 'MANUAL' ? [] : [['00620009', 'LO', 'TotalSegmentator 2'] as Element]),
    ['0062000d', 'US', lab],
    ['0062000f', 'SQ', [type]],
  ];
  const down: Point = [0, Math.cos(lean), Math.sin(lean)];
  const isBinary = kind === 'binary';
  return common([
    ['00080016', 'UI', kind === 'labelMap' ? regionClasses.labelMap : regionClasses.segmentation],
    ['00080018', 'UI', uid],
    ['00080023', 'DA', '20260305'],
    ['00080060', 'CS', 'SEG'],
    ['00080070', 'LO', 'Labor für Bilder'],
    ['0008103e', 'LO', 'Organe'],
    ['00081115', 'SQ', [[['0020000e', 'UI', body.ct]]]],
    ['0020000e', 'UI', `${uid}.0`],
    ['00200011', 'IS', '3'],
    ['00200052', 'UI', space],
    ['00280002', 'US', [1]],
    ['00280004', 'CS', 'MONOCHROME2'],
    ['00280008', 'IS', String(frames.length)],
    ['00280010', 'US', [grid.rows]],
    ['00280011', 'US', [grid.columns]],
    ['00280100', 'US', [isBinary ? 1 : 8]],
    ['00280101', 'US', [isBinary ? 1 : 8]],
    ['00280102', 'US', [isBinary ? 0 : 7]],
    ['00280103', 'US', [0]],
    ['00620001', 'CS', kind === 'labelMap' ? 'LABELMAP' : kind.toUpperCase()],
    [
      '00620002',
      'SQ',
      [
        // Green, and magenta.
        segment(1, 'Blase', code('89837001', 'Urinary bladder'), 'AUTOMATIC', [57_507, 10_680, 53_508]),
        segment(2, 'Knochen', code('272673000', 'Bone'), 'MANUAL', [39_527, 57_140, 17_500]),
      ],
    ],
    ...(kind === 'fractional'
      ? ([
          ['0062000e', 'US', [200]],
          ['00620010', 'CS', 'PROBABILITY'],
        ] as Element[])
      : []),
    ['00700080', 'CS', 'ORGANE'],
    [
      '52009229',
      'SQ',
      [
        [
          ['00209116', 'SQ', [[['00200037', 'DS', ds([1, 0, 0, ...down])]]]],
          ['00289110', 'SQ', [[['00280030', 'DS', ds([grid.pixel, grid.pixel])]]]],
        ],
      ],
    ],
    [
      '52009230',
      'SQ',
      frames.map(({ slice, segment: own }): Element[] => {
        const source = madeFrom(slice);
        return [
          ...(source === null
            ? []
            : [
                [
                  '00089124',
                  'SQ',
                  [[['00082112', 'SQ', [[['00081155', 'UI', imageUid(source)]]]]]],
                ] as unknown as Element,
              ]),
          ['00209113', 'SQ', [[['00200032', 'DS', ds([...grid.origin, depthOf(slice) + shift])]]]],
          ...(kind === 'labelMap' ? [] : [['0062000a', 'SQ', [[['0062000b', 'US', [own]]]]] as unknown as Element]),
        ];
      }),
    ],
    ['7fe00010', 'OB', stored],
  ]);
}

/** A file of its elements. */
export const madeFile = (elements: readonly Element[], syntax: Syntax = 'explicit'): Uint8Array =>
  buildDicom(elements, syntax, [
    ['00020002', 'UI', String(elements.find(([tag]) => tag === '00080016')?.[2])],
    ['00020003', 'UI', String(elements.find(([tag]) => tag === '00080018')?.[2])],
  ]);

const decimal = new Set(['DS', 'IS']);

/** Elements as DICOM JSON, without pixels and contours, which the server leaves out. */
export function asMetadata(elements: readonly Element[]): DicomJson {
  const json: DicomJson = { '00083002': { vr: 'UI', Value: ['1.2.840.10008.1.2.1'] } };
  for (const [name, vr, value] of elements) {
    const tag = name.toUpperCase();
    if (tag === '7FE00010') continue;
    if (tag === '30060040') json[tag] = { vr };
    else if (vr === 'SQ')
      json[tag] = { vr, Value: (value as readonly (readonly Element[])[]).map((item) => asMetadata(item)) };
    else if (typeof value !== 'string') json[tag] = { vr, Value: [...(value as readonly number[])] };
    else if (vr === 'PN') json[tag] = { vr, Value: [{ Alphabetic: value }] };
    else
      json[tag] = {
        vr,
        Value: value.split('\\').map((one) => (decimal.has(vr) ? Number(one) : one)),
      };
  }
  return json;
}

/** The stored bits or bytes of one frame of the segmentation, as a server sends them. */
export function madeFrame(elements: readonly Element[], frame: number): Uint8Array {
  const stored = elements.find(([tag]) => tag === '7fe00010')?.[2] as Uint8Array;
  const size = grid.columns * grid.rows;
  const bits = elements.find(([tag]) => tag === '00280100')?.[2] as readonly number[];
  if (bits[0] !== 1) return stored.subarray((frame - 1) * size, frame * size);
  return Uint8Array.from({ length: Math.ceil(size / 8) }, (_, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => {
      const place = (frame - 1) * size + at * 8 + bit;
      const inFrame = at * 8 + bit < size;
      return byte | (inFrame ? (((stored[place >> 3] ?? 0) >> (place & 7)) & 1) << bit : 0);
    }, 0),
  );
}
