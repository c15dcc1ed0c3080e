import { buildDicom, rleFrame, type Element, type Syntax } from './made-dicom.ts';

/** Width and height of a generated picture, in pixels. */
export const generatedPictureSize = 8;
const count = generatedPictureSize * generatedPictureSize;

export type Shade = number | readonly [number, number, number];

/**
 * A file for one attribute that affects rendering, with the expected shades computed from the standard's formula only.
 */
export interface MadePicture {
  name: string;
  file: Uint8Array;
  /** Per pixel, row by row. */
  shades: readonly Shade[];
  /** Pixel height divided by width. */
  aspect: number;
}

const each = <T>(of: (index: number) => T, length = count): T[] => Array.from({ length }, (_, index) => of(index));
const ds = (...values: (number | string)[]) => values.join('\\');
const clamped = (shade: number): number => Math.min(255, Math.max(0, shade));

// The three formulas of PS3.3 C.11.2.1.
const linear =
  (center: number, width: number) =>
  (x: number): number => {
    if (x <= center - 0.5 - (width - 1) / 2) return 0;
    if (x > center - 0.5 + (width - 1) / 2) return 255;
    return ((x - (center - 0.5)) / (width - 1) + 0.5) * 255;
  };
const exact =
  (center: number, width: number) =>
  (x: number): number =>
    clamped(((x - center) / width + 0.5) * 255);
const sigmoid =
  (center: number, width: number) =>
  (x: number): number =>
    255 / (1 + Math.exp((-4 * (x - center)) / width));
const range =
  (least: number, most: number) =>
  (x: number): number =>
    clamped(((x - least) / (most - least)) * 255);

let made = 0;
interface Making {
  elements?: readonly Element[];
  /** Per pixel. */
  samples?: readonly number[];
  pixels?: Uint8Array;
  shades: readonly Shade[];
  aspect?: number;
  syntax?: Syntax;
}

function picture(
  name: string,
  { elements = [], samples = ramp, pixels, shades, aspect = 1, syntax = 'explicit' }: Making,
): MadePicture {
  made += 1;
  const bits = Number(
    (elements.findLast(([tag]) => tag === '00280100')?.[2] as readonly number[] | undefined)?.[0] ?? 16,
  );
  const words =
    bits === 32
      ? (['7fe00010', 'OW', new Uint8Array(Uint32Array.from(samples, (value) => value >>> 0).buffer)] as const)
      : (['7fe00010', bits === 8 ? 'OB' : 'OW', pixels ?? samples] as const);
  const file = buildDicom(
    [
      ['00080005', 'CS', 'ISO_IR 192'],
      ['00080016', 'UI', '1.2.840.10008.5.1.4.1.1.7'],
      ['00080018', 'UI', `1.2.826.0.1.77.1.${made}.1`],
      ['00080020', 'DA', '20260302'],
      ['00080060', 'CS', 'OT'],
      ['0008103e', 'LO', name],
      ['00100010', 'PN', 'Adler^Miriam'],
      ['0020000d', 'UI', '1.2.826.0.1.77'],
      ['0020000e', 'UI', `1.2.826.0.1.77.1.${made}`],
      ['00200011', 'IS', String(made)],
      ['00280002', 'US', [1]],
      ['00280004', 'CS', 'MONOCHROME2'],
      ['00280010', 'US', [generatedPictureSize]],
      ['00280011', 'US', [generatedPictureSize]],
      ['00280100', 'US', [16]],
      ['00280101', 'US', [16]],
      ['00280102', 'US', [15]],
      ['00280103', 'US', [0]],
      words,
      ...elements,
    ],
    syntax,
  );
  return { name, file, shades, aspect };
}

/** Stored values from 0 to 2,016. */
const ramp = each((index) => index * 32);
const signedRamp = each((index) => index * 32 - 1008);
const window = (center: number | string, width: number | string, shape = ''): Element[] => [
  ['00281050', 'DS', String(center)],
  ['00281051', 'DS', String(width)],
  ...(shape ? [['00281056', 'CS', shape] as const] : []),
];
const rescale = (slope: number | string, intercept: number | string): Element[] => [
  ['00281053', 'DS', String(slope)],
  ['00281052', 'DS', String(intercept)],
];
const stored = (allocated: number, bits: number, high: number, signed = 0): Element[] => [
  ['00280100', 'US', [allocated]],
  ['00280101', 'US', [bits]],
  ['00280102', 'US', [high]],
  ['00280103', 'US', [signed]],
];
const modality = (name: string): Element => ['00080060', 'CS', name];
const usual = window(1000, 2000);
const usualShade = linear(1000, 2000);
const table = (first: number, bits: number, entries: readonly number[], firstVr = 'US'): Element[] => [
  ['00283002', firstVr, [entries.length, first, bits]],
  ['00283003', 'LO', 'MADE'],
  ['00283006', 'OW', entries],
];
const group = (tag: string, elements: readonly Element[]): Element => [tag, 'SQ', [elements]];
const frames = (tag: string, ...groups: (readonly Element[])[]): Element[] => [
  ['00280008', 'IS', String(groups.length)],
  ['52009230', 'SQ', groups.map((elements) => [group(tag, elements)])],
];

/** Pictures with overlay planes (PS3.3 C.9.2), which are drawn in white. */
const overlays = (): MadePicture[] => {
  const plane = (group: string, rows: number, columns: number, origin: readonly number[]): Element[] => [
    [`${group}0010`, 'US', [rows]],
    [`${group}0011`, 'US', [columns]],
    [`${group}0040`, 'CS', 'G'],
    [`${group}0050`, 'SS', origin],
    [`${group}0100`, 'US', [1]],
    [`${group}0102`, 'US', [0]],
  ];
  const packed = (bits: readonly number[]) =>
    Uint8Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((byte, bit) => byte | ((bits[at * 8 + bit] ?? 0) << bit), 0),
    );
  const data = (group: string, bits: readonly number[], vr = 'OB'): Element => [`${group}3000`, vr, packed(bits)];
  const where = (isDrawn: (column: number, row: number) => boolean) =>
    ramp.map((one, index) => (isDrawn(index % 8, Math.floor(index / 8)) ? 255 : usualShade(one)));
  const dots = [1, 0, 0, 0, 1, 0, 1, 1, 1];
  const large = each((index) => Number(index % 256 === 100 + (Math.floor(index / 256) - 50)), 256 * 256);
  const one = [...plane('6000', 3, 3, [3, 2]), data('6000', dots)];
  const isDot = (column: number, row: number) => dots[(row - 2) * 3 + column - 1] === 1 && column > 0 && column < 4;
  const inPixels = (group: string, position: number): Element[] => [
    ...plane(group, 8, 8, [1, 1]),
    [`${group}0100`, 'US', [16]],
    [`${group}0102`, 'US', [position]],
  ];
  const beside = ramp.map((value, index) => value | ((index % 4) << 12));
  return [
    picture('Overlay plane', { elements: [...usual, ...one], shades: where(isDot) }),
    picture('Overlay plane of MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...usual, ...one],
      shades: ramp.map((value, index) => (isDot(index % 8, Math.floor(index / 8)) ? 255 : 255 - usualShade(value))),
    }),
    picture('Overlay plane, implicit', { elements: [...usual, ...one], shades: where(isDot), syntax: 'implicit' }),
    picture('Overlay plane in words, big endian', {
      elements: [
        ...usual,
        ...plane('6000', 8, 8, [1, 1]),
        // The lower byte of a word comes first.
        ['60003000', 'OW', [0x0201, 0, 0, 0]],
      ],
      shades: where((column, row) => row < 2 && column === row),
      syntax: 'bigEndian',
    }),
    picture('Overlay plane larger than its picture', {
      elements: [...usual, ...plane('601e', 256, 256, [-49, -99]), data('601e', large, 'OW')],
      shades: where((column, row) => column === row),
    }),
    picture('Two overlay planes', {
      elements: [...usual, ...one, ...plane('6002', 1, 8, [8, 1]), data('6002', [1, 1, 1, 1, 0, 0, 0, 0])],
      shades: where((column, row) => isDot(column, row) || (row === 7 && column < 4)),
    }),
    picture('Overlay plane of colours', {
      elements: [
        ['00280002', 'US', [3]],
        ['00280004', 'CS', 'RGB'],
        ['00280006', 'US', [0]],
        ...stored(8, 8, 7),
        ...one,
      ],
      samples: each((index) => [index, 2 * index, 3 * index]).flat(),
      shades: each((index) =>
        isDot(index % 8, Math.floor(index / 8)) ? [255, 255, 255] : [index, 2 * index, 3 * index],
      ),
    }),
    picture('Overlay planes in unused bits', {
      elements: [...stored(16, 12, 11), ...usual, ...inPixels('6000', 12), ...inPixels('6002', 13)],
      samples: beside,
      shades: where((column) => column % 4 > 0),
    }),
  ];
};

const tables = (): MadePicture[] => {
  const step = each((index) => (index < 32 ? 0 : index * 1000), 64);
  const look = (entries: readonly number[], first: number, most: number) => (value: number) =>
    clamped(((entries[Math.min(entries.length - 1, Math.max(0, value - first))] ?? 0) / most) * 255);
  const few = each((index) => index);
  const long = each((index) => (index < 900 ? 0 : index > 1000 ? 65_535 : (index - 900) * 655), 4096);
  return [
    picture('VOI LUT of 16 bits', {
      elements: [['00283010', 'SQ', [table(0, 16, step)]]],
      samples: few,
      shades: few.map(look(step, 0, 65_535)),
    }),
    picture('VOI LUT of 4,096 entries', {
      elements: [['00283010', 'SQ', [table(0, 16, long)]]],
      shades: ramp.map(look(long, 0, 65_535)),
    }),
    picture('VOI LUT that begins at 20', {
      elements: [['00283010', 'SQ', [table(20, 16, step)]]],
      samples: few,
      shades: few.map(look(step, 20, 65_535)),
    }),
    picture('VOI LUT of 12 bits', {
      elements: [
        [
          '00283010',
          'SQ',
          [
            table(
              0,
              12,
              few.map((one) => one * 64),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => ((one * 64) / 4095) * 255),
    }),
    picture('VOI LUT of 8 bits in words', {
      elements: [
        [
          '00283010',
          'SQ',
          [
            table(
              0,
              8,
              few.map((one) => one * 4),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => one * 4),
    }),
    picture('VOI LUT below zero', {
      elements: [...stored(16, 16, 15, 1), ['00283010', 'SQ', [table(-32, 16, step, 'SS')]]],
      samples: few.map((one) => one - 32),
      shades: few.map((one) => look(step, -32, 65_535)(one - 32)),
    }),
    picture('VOI LUT after a slope', {
      elements: [
        ...rescale(2, 10),
        [
          '00283010',
          'SQ',
          [
            table(
              10,
              16,
              each((index) => index * 500, 128),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => ((one * 2 * 500) / 65_535) * 255),
    }),
    picture('VOI LUT of MONOCHROME1', {
      elements: [
        ['00280004', 'CS', 'MONOCHROME1'],
        ['00283010', 'SQ', [table(0, 16, step)]],
      ],
      samples: few,
      shades: few.map((one) => 255 - look(step, 0, 65_535)(one)),
    }),
    picture('Modality LUT', {
      elements: [
        ...window(500, 1000),
        [
          '00283000',
          'SQ',
          [
            table(
              0,
              16,
              few.map((one) => one * one),
            ),
          ],
        ],
      ],
      samples: few,
      shades: few.map((one) => linear(500, 1000)(one * one)),
    }),
    picture('Modality LUT and VOI LUT', {
      elements: [
        [
          '00283000',
          'SQ',
          [
            table(
              0,
              16,
              few.map((one) => 63 - one),
            ),
          ],
        ],
        ['00283010', 'SQ', [table(0, 16, step)]],
      ],
      samples: few,
      shades: few.map((one) => look(step, 0, 65_535)(63 - one)),
    }),
  ];
};

const colours = (): MadePicture[] => {
  const rgb = each((index): [number, number, number] => [index * 4, 255 - index * 4, (index * 37) % 256]);
  const colour = (photometric: string, planar: 0 | 1, more: Element[] = []): Element[] => [
    ['00280002', 'US', [3]],
    ['00280004', 'CS', photometric],
    ['00280006', 'US', [planar]],
    ...stored(8, 8, 7),
    ...more,
  ];
  const ofYbr = ([y, cb, cr]: readonly [number, number, number]): [number, number, number] => [
    clamped(y + 1.402 * (cr - 128)),
    clamped(y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128)),
    clamped(y + 1.772 * (cb - 128)),
  ];
  const planes = (all: readonly (readonly number[])[]) =>
    [0, 1, 2].map((channel) => Uint8Array.from(all, (one) => one[channel] ?? 0));
  const ybr = each((index): [number, number, number] => [index * 4, 100 + index, 200 - index]);
  const few = each((index) => index);
  const words = (of: (index: number) => number) => few.map(of);
  const palette = (
    bits: number,
    first: number,
    [red, green, blue]: readonly (readonly number[])[],
    vr = 'US',
  ): Element[] => [
    ['00280004', 'CS', 'PALETTE COLOR'],
    ...['00281101', '00281102', '00281103'].map((tag): Element => [tag, vr, [64, first, bits]]),
    ['00281201', 'OW', red ?? []],
    ['00281202', 'OW', green ?? []],
    ['00281203', 'OW', blue ?? []],
  ];
  const sixteen = [words((index) => index * 1024), words((index) => 65_535 - index * 1024), words(() => 0x8000)];
  const shadesOfSixteen = few.map(
    (index) => [0, 1, 2].map((channel) => (sixteen[channel]?.[index] ?? 0) >> 8) as unknown as Shade,
  );
  return [
    picture('RGB', { elements: colour('RGB', 0), samples: rgb.flat(), shades: rgb }),
    picture('RGB by planes', {
      elements: colour('RGB', 1),
      samples: planes(rgb).flatMap((plane) => [...plane]),
      shades: rgb,
    }),
    picture('RGB of 16 bits', {
      elements: [...colour('RGB', 0), ...stored(16, 16, 15)],
      samples: rgb.flat().map((one) => one * 257),
      shades: rgb,
    }),
    picture('RGB in RLE', { elements: colour('RGB', 0), pixels: rleFrame(planes(rgb)), shades: rgb, syntax: 'rle' }),
    picture('YBR_FULL', { elements: colour('YBR_FULL', 0), samples: ybr.flat(), shades: ybr.map(ofYbr) }),
    picture('YBR_FULL by planes', {
      elements: colour('YBR_FULL', 1),
      samples: planes(ybr).flatMap((plane) => [...plane]),
      shades: ybr.map(ofYbr),
    }),
    picture('Palette of 16 bits', {
      elements: [...stored(8, 8, 7), ...palette(16, 0, sixteen)],
      samples: few,
      shades: shadesOfSixteen,
    }),
    picture('Palette for values of 16 bits', {
      elements: palette(16, 1000, sixteen),
      samples: few.map((one) => one + 1000),
      shades: shadesOfSixteen,
    }),
    picture('Palette of 8 bits in words', {
      elements: [
        ...stored(8, 8, 7),
        ...palette(
          8,
          0,
          sixteen.map((one) => one.map((entry) => entry >> 8)),
        ),
      ],
      samples: few,
      shades: shadesOfSixteen,
    }),
    picture('Palette beyond its ends', {
      elements: [...stored(8, 8, 7), ...palette(16, 20, sixteen)],
      samples: few.map((one) => one * 4),
      shades: few.map((one) => shadesOfSixteen[Math.min(63, Math.max(0, one * 4 - 20))] ?? 0),
    }),
  ];
};

const enhanced = (): MadePicture[] => {
  const voi = (...elements: Element[]) => group('00289132', elements);
  const shared = (...groups: Element[]): Element => ['52009229', 'SQ', [groups]];
  return [
    picture('Window of a shared group', {
      elements: [shared(voi(...window(1000, 2000, 'LINEAR')))],
      shades: ramp.map(usualShade),
    }),
    // The preview renders the middle frame and the viewer opens the first: here they are equal.
    picture('Window of the frame', {
      elements: [...frames('00289132', window(500, 400)), shared(voi(...usual))],
      shades: ramp.map(linear(500, 400)),
    }),
    picture('Slope of the frame', {
      elements: [...frames('00289145', rescale(0.5, -100)), ...window(400, 800)],
      shades: ramp.map((one) => linear(400, 800)(one * 0.5 - 100)),
    }),
    picture('Slope of a shared group', {
      elements: [shared(group('00289145', rescale(2, 0))), ...window(2000, 4000)],
      shades: ramp.map((one) => linear(2000, 4000)(one * 2)),
    }),
    picture('Sigmoid of a shared group', {
      elements: [shared(voi(...window(1000, 2000, 'SIGMOID')))],
      shades: ramp.map(sigmoid(1000, 2000)),
    }),
    picture('Spacing of a shared group', {
      elements: [shared(group('00289110', [['00280030', 'DS', ds(1, 0.5)]])), ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
  ];
};

/** About 80 pictures, each for another attribute that affects rendering. */
export function generatedPictures(): MadePicture[] {
  made = 0;
  const overlay = ramp.map((one, index) => one | ((index % 16) << 12));
  const small = each((index) => index * 4);
  const padded = ramp.map((one, index) => (index < 16 ? -2000 : one + 500));
  const paddedShades = (least: number, most: number) => padded.map((one) => range(least, most)(one));
  const ct: Element[] = [modality('CT'), ...rescale(1, -1024)];
  return [
    picture('Plain', { elements: usual, shades: ramp.map(usualShade) }),
    picture('MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...usual],
      shades: ramp.map((one) => 255 - usualShade(one)),
    }),
    picture('Implicit little endian', { elements: usual, shades: ramp.map(usualShade), syntax: 'implicit' }),
    picture('Explicit big endian', { elements: usual, shades: ramp.map(usualShade), syntax: 'bigEndian' }),
    picture('RLE of 16 bits', {
      elements: usual,
      pixels: rleFrame([Uint8Array.from(ramp, (one) => one >> 8), Uint8Array.from(ramp, (one) => one & 0xff)]),
      shades: ramp.map(usualShade),
      syntax: 'rle',
    }),
    picture('8 bits', { elements: stored(8, 8, 7), samples: small, shades: small.map(range(0, 252)) }),
    picture('8 bits with a sign', {
      elements: [...stored(8, 8, 7, 1), ...window(0, 256)],
      samples: each((index) => index * 4 - 128),
      shades: each((index) => linear(0, 256)(index * 4 - 128)),
    }),
    picture('12 bits', { elements: [...stored(16, 12, 11), ...usual], shades: ramp.map(usualShade) }),
    picture('12 bits with a sign', {
      elements: [...stored(16, 12, 11, 1), ...window(0, 2000)],
      samples: signedRamp.map((one) => one & 0xfff),
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('12 bits at the high end', {
      elements: [...stored(16, 12, 15), ...usual],
      samples: ramp.map((one) => one << 4),
      shades: ramp.map(usualShade),
    }),
    picture('10 bits', {
      elements: [...stored(16, 10, 9), ...window(512, 1024)],
      samples: each((index) => index * 16),
      shades: each((index) => linear(512, 1024)(index * 16)),
    }),
    picture('16 bits with a sign', {
      elements: [...stored(16, 16, 15, 1), ...window(0, 2000)],
      samples: signedRamp,
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('32 bits', {
      elements: [...stored(32, 32, 31), ...window(1e6, 2e6)],
      samples: ramp.map((one) => one * 1000),
      shades: ramp.map((one) => linear(1e6, 2e6)(one * 1000)),
    }),
    picture('32 bits with a sign', {
      elements: [...stored(32, 32, 31, 1), ...window(0, 2e6)],
      samples: signedRamp.map((one) => one * 1000),
      shades: signedRamp.map((one) => linear(0, 2e6)(one * 1000)),
    }),
    picture('Overlay in unused bits', {
      elements: [...stored(16, 12, 11), ...usual],
      samples: overlay,
      shades: ramp.map(usualShade),
    }),
    picture('Overlay in unused bits, no window', {
      elements: stored(16, 12, 11),
      samples: overlay,
      shades: ramp.map(range(0, 2016)),
    }),
    picture('Overlay beside a sign', {
      elements: [...stored(16, 12, 11, 1), ...window(0, 2000)],
      samples: signedRamp.map((one, index) => (one & 0xfff) | ((index % 16) << 12)),
      shades: signedRamp.map(linear(0, 2000)),
    }),
    picture('Slope and intercept', {
      elements: [...rescale(2, -1000), ...window(1000, 2000)],
      shades: ramp.map((one) => linear(1000, 2000)(one * 2 - 1000)),
    }),
    picture('Negative slope', {
      elements: [...rescale(-1, 2016), ...usual],
      shades: ramp.map((one) => usualShade(2016 - one)),
    }),
    picture('Negative slope, no window', {
      elements: rescale(-2, 0),
      shades: ramp.map((one) => range(-4032, 0)(-2 * one)),
    }),
    picture('Broken slope', {
      elements: [...rescale(0.5, 0.25), ...window(500, 1000)],
      shades: ramp.map((one) => linear(500, 1000)(one * 0.5 + 0.25)),
    }),
    picture('Small slope', {
      elements: [...rescale('0.0025', 0), ...window(2.5, 5)],
      shades: ramp.map((one) => linear(2.5, 5)(one * 0.0025)),
    }),
    picture('Small slope, no window', { elements: rescale('0.000001', 0), shades: ramp.map(range(0, 2016)) }),
    picture('Small slope, small window', {
      elements: [...rescale('0.000001', 0), ...window('0.001', '0.001')],
      shades: ramp.map((one) => exact(0.001, 0.001)(one * 1e-6)),
    }),
    picture('Large slope', {
      elements: [...rescale(12_345.678, 0), ...window(1e7, 2e7)],
      shades: ramp.map((one) => linear(1e7, 2e7)(one * 12_345.678)),
    }),
    picture('Small negative slope', {
      elements: [...rescale('-0.01', 5), ...window(0, 20)],
      shades: ramp.map((one) => linear(0, 20)(5 - one * 0.01)),
    }),
    picture('Slope of zero', { elements: [...rescale(0, 0), ...usual], shades: ramp.map(usualShade) }),
    picture('Several windows', { elements: window('500\\1500', '400\\800'), shades: ramp.map(linear(500, 400)) }),
    picture('Window of width 0', { elements: window(500, 0), shades: ramp.map(range(0, 2016)) }),
    picture('Window of negative width', { elements: window(500, -1), shades: ramp.map(range(0, 2016)) }),
    picture('Window of width 1', { elements: window(1000, 1), shades: ramp.map((one) => (one > 999.5 ? 255 : 0)) }),
    picture('No window', { shades: ramp.map(range(0, 2016)) }),
    picture('Centre without width', { elements: [['00281050', 'DS', '500']], shades: ramp.map(range(0, 2016)) }),
    picture('VOI LUT Function LINEAR', { elements: window(1000, 2000, 'LINEAR'), shades: ramp.map(usualShade) }),
    picture('VOI LUT Function LINEAR_EXACT', {
      elements: window(1000, 100, 'LINEAR_EXACT'),
      samples: each((index) => 940 + index * 2),
      shades: each((index) => exact(1000, 100)(940 + index * 2)),
    }),
    picture('VOI LUT Function SIGMOID', {
      elements: window(1000, 2000, 'SIGMOID'),
      shades: ramp.map(sigmoid(1000, 2000)),
    }),
    picture('SIGMOID of MONOCHROME1', {
      elements: [['00280004', 'CS', 'MONOCHROME1'], ...window(1000, 500, 'SIGMOID')],
      shades: ramp.map((one) => 255 - sigmoid(1000, 500)(one)),
    }),
    picture('LINEAR_EXACT with a small width', {
      elements: [...rescale('0.001', 0), ...window(1, '0.5', 'LINEAR_EXACT')],
      shades: ramp.map((one) => exact(1, 0.5)(one * 0.001)),
    }),
    picture('Padding', {
      elements: [...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]]],
      samples: padded,
      shades: paddedShades(1012, 2516),
    }),
    picture('Padding to a limit', {
      elements: [...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]], ['00280121', 'SS', [1100]]],
      samples: padded,
      shades: paddedShades(1108, 2516),
    }),
    picture('Padding of a high value', {
      elements: [['00280120', 'US', [65_535]]],
      samples: ramp.map((one, index) => (index < 8 ? 65_535 : one)),
      shades: ramp.map((one, index) => (index < 8 ? 255 : range(256, 2016)(one))),
    }),
    picture('Padding of a CT without a window', {
      elements: [...ct, ...stored(16, 16, 15, 1), ['00280120', 'SS', [-2000]]],
      samples: padded.map((one, index) => (index < 16 ? -2000 : one + 1500)),
      shades: padded.map((one, index) => (index < 16 ? 0 : range(2512, 4016)(one + 1500))),
    }),
    picture('CT without a window', {
      elements: [...ct, ...stored(16, 16, 15, 1)],
      samples: each((index) => index * 40),
      shades: each((index) => linear(40, 400)(index * 40 - 1024)),
    }),
    picture('PET in Bq/ml', {
      elements: [
        modality('PT'),
        ['00541001', 'CS', 'BQML'],
        ['00280051', 'CS', 'DECY\\ATTN'],
        ['00541102', 'CS', 'START'],
        ...rescale(1.7, 0),
        ...window(1500, 3000),
      ],
      shades: ramp.map((one) => linear(1500, 3000)(one * 1.7)),
    }),
    picture('PET in Bq/ml, no window', {
      elements: [modality('PT'), ['00541001', 'CS', 'BQML'], ...rescale(1.7, 0)],
      shades: ramp.map(range(0, 2016)),
    }),
    picture('PET in SUV', {
      elements: [modality('PT'), ['00541001', 'CS', 'GML'], ...rescale('0.005', 0), ...window(3, 6)],
      shades: ramp.map((one) => linear(3, 6)(one * 0.005)),
    }),
    picture('PixelAspectRatio', {
      elements: [['00280034', 'IS', '2\\1'], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    picture('PixelAspectRatio of wide pixels', {
      elements: [['00280034', 'IS', '1\\2'], ...usual],
      shades: ramp.map(usualShade),
      aspect: 0.5,
    }),
    picture('PixelSpacing', {
      elements: [['00280030', 'DS', ds(1, 0.5)], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    picture('ImagerPixelSpacing', {
      elements: [modality('DX'), ['00181164', 'DS', ds(0.4, 0.2)], ...usual],
      shades: ramp.map(usualShade),
      aspect: 2,
    }),
    ...overlays(),
    ...tables(),
    ...colours(),
    ...enhanced(),
  ];
}
