import {
  autoWindow,
  colourShades,
  decodedPhotometric,
  decodeRle,
  drawingsOf,
  hasEndMarker,
  fillGrey,
  greyShade,
  lookOf,
  modalityValues,
  nativeSamples,
  paletteOf,
  rangeOf,
  spacingOf,
  storedValues,
  type DicomJson,
  type ValueWindow,
} from './index.ts';

const value = (...Value: unknown[]) => ({ Value });
const sequence = (...Value: DicomJson[]) => ({ vr: 'SQ', Value });
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const words = (...entries: number[]) => ({ InlineBinary: base64(new Uint8Array(Uint16Array.from(entries).buffer)) });
const grey = (more: DicomJson = {}): DicomJson => ({
  '00280004': value('MONOCHROME2'),
  '00280100': value(16),
  '00280101': value(16),
  '00280102': value(15),
  '00280103': value(0),
  ...more,
});

describe('Stored values', () => {
  test.each<[string, { stored: number; high: number; signed: boolean }, number[], number[]]>([
    ['overlay bits above', { stored: 12, high: 11, signed: false }, [0xf123, 0x1fff], [0x123, 0xfff]],
    ['overlay bits below', { stored: 12, high: 15, signed: false }, [0x1234, 0xfff5], [0x123, 0xfff]],
    ['a sign within 12 bits', { stored: 12, high: 11, signed: true }, [0x0fff, 0x0800, 0x07ff], [-1, -2048, 2047]],
    ['a sign under overlay bits', { stored: 12, high: 11, signed: true }, [0x7fff, 0x5001], [-1, 1]],
    ['16 bits with a sign', { stored: 16, high: 15, signed: true }, [0xffff, 0x8000], [-1, -32_768]],
    ['all bits', { stored: 16, high: 15, signed: false }, [0xffff], [65_535]],
  ])('with %s contain only the value', (_name, bits, samples, expected) =>
    expect([...storedValues(Uint16Array.from(samples), bits)]).toEqual(expected),
  );

  test('of 32 bits keep their sign', () => {
    expect([...storedValues(Uint32Array.of(0xffff_ffff, 5), { stored: 32, high: 31, signed: true })]).toEqual([-1, 5]);
    expect([...storedValues(Uint32Array.of(0xffff_ffff), { stored: 32, high: 31, signed: false })]).toEqual([
      4_294_967_295,
    ]);
  });

  test('are rescaled by slope and intercept, in floating point if these are fractions', () => {
    const of = (slope: number, intercept: number) =>
      modalityValues(
        Uint16Array.of(0, 1, 1000),
        lookOf(grey({ '00281053': value(slope), '00281052': value(intercept) }), 0),
      );
    expect([...of(1, -1024)]).toEqual([-1024, -1023, -24]);
    expect([...of(-2, 5)]).toEqual([5, 3, -1995]);
    expect([...of(0.000_1, 0)].map((one) => Number(one.toFixed(6)))).toEqual([0, 0.000_1, 0.1]);
    expect(of(0.000_1, 0)).toBeInstanceOf(Float32Array);
  });

  test('use a modality table instead of slope and intercept', () => {
    const look = lookOf(
      grey({
        '00281053': value(7),
        '00283000': sequence({ '00283002': value(3, 10, 16), '00283006': words(5, 50, 500) }),
      }),
      0,
    );
    expect([...modalityValues(Uint16Array.of(0, 10, 11, 12, 99), look)]).toEqual([5, 5, 50, 500, 500]);
  });
});

describe('A window', () => {
  const shades = (window: ValueWindow, ...values: number[]) =>
    values.map((one) => Number(greyShade(window, false)(one).toFixed(3)));
  test('follows the formulas of the standard', () => {
    expect(shades({ center: 1000, width: 2000, shape: 'linear' }, 0, 500, 999.5, 1999, 5000)).toEqual([
      0, 63.782, 127.5, 255, 255,
    ]);
    expect(shades({ center: 1000, width: 2000, shape: 'exact' }, 0, 500, 1000, 2000)).toEqual([0, 63.75, 127.5, 255]);
    expect(shades({ center: 1000, width: 2000, shape: 'sigmoid' }, 1000, 2000)).toEqual([127.5, 224.603]);
    expect(shades({ center: 10, width: 1, shape: 'linear' }, 9, 9.5, 10)).toEqual([0, 0, 255]);
    expect(greyShade({ center: 1, width: 2, shape: 'exact' }, true)(0)).toBe(255);
  });

  test.each<[string, DicomJson, object[]]>([
    [
      'named by its function',
      { '00281050': value(40), '00281051': value(400), '00281056': value('SIGMOID') },
      [{ center: 40, width: 400, shape: 'sigmoid', name: '' }],
    ],
    [
      'with a function that is the usual one',
      { '00281050': value(40), '00281051': value(400), '00281056': value('LINEAR') },
      [{ center: 40, width: 400, shape: 'linear', name: '' }],
    ],
    [
      'one of several',
      { '00281050': value(40, '-600'), '00281051': value(400, '1500'), '00281055': value('ABDOMEN') },
      [
        { center: 40, width: 400, shape: 'linear', name: 'ABDOMEN' },
        { center: -600, width: 1500, shape: 'linear', name: '' },
      ],
    ],
    [
      'narrower than 1',
      { '00281050': value(0.001), '00281051': value(0.002) },
      [{ center: 0.001, width: 0.002, shape: 'exact', name: '' }],
    ],
    ['of no width', { '00281050': value(40), '00281051': value(0) }, []],
    ['of a negative width', { '00281050': value(40), '00281051': value(-1) }, []],
  ])('is read %s', (_name, dataSet, windows) => expect(lookOf(grey(dataSet), 0).windows).toEqual(windows));

  test('is taken per frame in an enhanced image', () => {
    const window = (center: number) => ({
      '00289132': sequence({ '00281050': value(center), '00281051': value(100) }),
    });
    const dataSet = grey({ '52009229': sequence(window(1)), '52009230': sequence({}, window(2)) });
    expect([0, 1].map((frame) => lookOf(dataSet, frame).windows[0]?.center)).toEqual([1, 2]);
  });

  test('of a file without a window is the value range without padding', () => {
    const range = (padding: DicomJson, ...values: number[]) => {
      const look = lookOf(grey({ '00280103': value(1), ...padding }), 0);
      const stored = Int16Array.from(values);
      return rangeOf(stored, modalityValues(stored, look), look);
    };
    expect(range({ '00280120': value(-32_768) }, -32_768, 1000, 1200)).toEqual([1000, 1200]);
    expect(range({ '00280120': value(32_768) }, -32_768, 1000, 1200)).toEqual([1000, 1200]);
    expect(range({ '00280120': value(-2000), '00280121': value(-1900) }, -2000, -1950, -1900, -1899, 7)).toEqual([
      -1899, 7,
    ]);
    expect(range({ '00280120': value(5) }, 5, 5)).toEqual([5, 5]);
  });

  test('of a CT without a window is for soft tissue, if that shows anything', () => {
    const { hounsfield } = lookOf(grey({ '00080060': value('CT'), '00281052': value(-1024), '00281053': value(1) }), 0);
    expect(autoWindow({ hounsfield }, [-1000, 1500])).toMatchObject({ center: 40, width: 400 });
    expect(autoWindow({ hounsfield }, [1000, 1200])).toMatchObject({ center: 1100, width: 200 });
  });
});

test("is replaced by the file's VOI table; an empty table is reported", () => {
  const table = (data: object) =>
    lookOf(
      grey({ '00283010': sequence({ '00283002': value(4, 900, 16), '00283003': value('NORMAL'), '00283006': data }) }),
      0,
    );
  const look = table(words(0, 100, 200, 65_535));
  expect(look.tables).toMatchObject([{ first: 900, most: 65_535, name: 'NORMAL' }]);
  const pixels = new Uint8ClampedArray(12);
  fillGrey([0, 903, 5000], look.tables[0] ?? look.windows[0] ?? autoWindow(look, [0, 1]), false, pixels);
  expect([...pixels]).toEqual([0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255]);
  expect(table({ vr: 'OW' }).tableMissing).toBe('contrast');
  expect(table(words(0, 1)).tableMissing).toBe('contrast');
});

test.each<[string, DicomJson, string]>([
  ['CT', { '00080060': value('CT'), '00281052': value(-1024) }, 'HU'],
  ['PET', { '00080060': value('PT'), '00541001': value('BQML') }, 'Bq/ml'],
  ['SUV', { '00080060': value('PT'), '00541001': value('GML') }, 'SUV'],
  ['a map', { '00080060': value('MR'), '00281054': value('10^-6 mm2/s') }, '10^-6 mm2/s'],
  ['MR', { '00080060': value('MR'), '00281054': value('US') }, ''],
])('values of %s have the unit of the file', (_name, dataSet, unit) =>
  expect(lookOf(grey(dataSet), 0).unit).toBe(unit),
);

describe('Colours', () => {
  const layout = { samplesPerPixel: 3, planar: false, bitsStored: 8, count: 2, columns: 2 };
  test('are read interleaved, planar, or with more bits', () => {
    expect(colourShades([1, 2, 3, 4, 5, 6], { ...layout, photometric: 'RGB' })(1)).toEqual([4, 5, 6]);
    expect(colourShades([1, 2, 3, 4, 5, 6], { ...layout, photometric: 'RGB', planar: true })(1)).toEqual([2, 4, 6]);
    expect(colourShades([65_535, 0, 32_896], { ...layout, photometric: 'RGB', bitsStored: 16 })(0)).toEqual([
      255, 0, 128,
    ]);
  });
  test('are converted from YCbCr', () => {
    expect(colourShades([76, 85, 255], { ...layout, photometric: 'YBR_FULL' })(0)).toEqual([254, 0, 0]);
    expect(colourShades([150, 44, 21], { ...layout, photometric: 'YBR_FULL' })(0)).toEqual([0, 255, 1]);
    // Not clamped at 0 or 255, so that each factor is visible.
    expect(colourShades([120, 100, 160], { ...layout, photometric: 'YBR_FULL' })(0)).toEqual([165, 107, 70]);
    expect(colourShades([76, 150, 128, 128], { ...layout, photometric: 'YBR_FULL_422' })(1)).toEqual([150, 150, 150]);
  });
});

describe('Decoded colours', () => {
  const stored = { RGB: 'RGB', YBR_FULL: 'YBR_FULL', YBR_FULL_422: 'YBR_FULL', YBR_RCT: 'YBR_RCT', YBR_ICT: 'YBR_ICT' };
  const rgb = { RGB: 'RGB', YBR_FULL: 'RGB', YBR_FULL_422: 'RGB', YBR_PARTIAL_420: 'RGB' };
  const uncompressed = { RGB: 'RGB', YBR_FULL: 'YBR_FULL', YBR_FULL_422: 'YBR_FULL_422' };
  test.each<[string, string, Record<string, string>]>([
    ['implicit', '1.2.840.10008.1.2', uncompressed],
    ['explicit', '1.2.840.10008.1.2.1', uncompressed],
    ['deflated', '1.2.840.10008.1.2.1.99', uncompressed],
    ['big endian', '1.2.840.10008.1.2.2', uncompressed],
    ['RLE', '1.2.840.10008.1.2.5', stored],
    ['JPEG Baseline', '1.2.840.10008.1.2.4.50', rgb],
    ['JPEG Extended', '1.2.840.10008.1.2.4.51', rgb],
    ...['57', '70', '80', '81', '90', '91', '201', '202', '203'].map(
      (last): [string, string, Record<string, string>] => [`syntax ${last}`, `1.2.840.10008.1.2.4.${last}`, stored],
    ),
  ])('of %s have the photometric interpretation of its decoder', (_name, syntax, expected) => {
    expect(
      Object.fromEntries(Object.keys(expected).map((declared) => [declared, decodedPhotometric(declared, syntax)])),
    ).toEqual(expected);
  });
});

describe('Palettes', () => {
  const descriptors = (...three: number[]) =>
    Object.fromEntries(['00281101', '00281102', '00281103'].map((tag) => [tag, value(...three)]));
  const tables = (of: (channel: number) => object) =>
    Object.fromEntries(['00281201', '00281202', '00281203'].map((tag, channel) => [tag, of(channel)]));
  test('are 16-bit words, single bytes, or 8-bit numbers in words that claim 16', () => {
    const colours = (dataSet: DicomJson, bytes?: Uint8Array) =>
      paletteOf(dataSet, false, () => bytes)?.colours.map((one) => [...one]);
    expect(colours({ ...descriptors(2, 0, 16), ...tables((channel) => words(0, 256 * (channel + 1))) })).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ]);
    expect(
      colours({ ...descriptors(2, 0, 8), ...tables(() => ({ InlineBinary: base64(Uint8Array.of(7, 9)) })) }),
    ).toEqual([
      [7, 9],
      [7, 9],
      [7, 9],
    ]);
    expect(colours({ ...descriptors(2, 0, 16), ...tables(() => words(3, 200)) })).toEqual([
      [3, 200],
      [3, 200],
      [3, 200],
    ]);
    expect(
      colours({ ...descriptors(2, 0, 16), ...tables(() => ({ BulkDataURI: 'x' })) }, Uint8Array.of(0, 1, 0, 2)),
    ).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });
  test('are null if missing or truncated', () => {
    expect(paletteOf(descriptors(2, 0, 16), false, () => undefined)).toBeNull();
    expect(paletteOf({ ...descriptors(4, 0, 16), ...tables(() => words(1, 2)) }, false, () => undefined)).toBeNull();
  });
});

test("pixels have the file's size, or at least its aspect ratio", () => {
  expect(spacingOf({ '00280034': value(2, 1) }, 0)).toEqual({ row: 2, column: 1, scale: 'pixels' });
  expect(spacingOf({ '00280030': value(0.5, 0.25), '00280034': value(9, 1) }, 0)).toEqual({
    row: 0.5,
    column: 0.25,
    scale: 'body',
  });
  // Regions of an ultrasound image have scales of their own: only the shape of its pixels is the same everywhere.
  expect(spacingOf({ '00280030': value(0.4, 0.2), '00186011': sequence({ '00186024': value(4) }) }, 0)).toEqual({
    row: 2,
    column: 1,
    scale: 'pixels',
  });
  expect(spacingOf({ '00280030': value(0.4, 0.2), '00186011': { vr: 'SQ' } }, 0).scale).toBe('body');
  expect(spacingOf({ '52009229': sequence({ '00289110': sequence({ '00280030': value(0.8, 0.8) }) }) }, 0)).toEqual({
    row: 0.8,
    column: 0.8,
    scale: 'body',
  });
});

test('truncated frames are incomplete', () => {
  expect(nativeSamples(new Uint8Array(7), { count: 4, bitsAllocated: 16 })).toBeNull();
  expect(nativeSamples(Uint8Array.of(1, 0, 2, 0, 9), { count: 2, bitsAllocated: 16 })).toEqual(Uint16Array.of(1, 2));
  expect(hasEndMarker(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 1, 2, 0xff, 0xd9, 0, 0))).toBe(true);
  expect(hasEndMarker(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 1, 2, 3))).toBe(false);
  const rle = (segment: number[]) =>
    Uint8Array.from([
      ...Buffer.from(Uint32Array.from([1, 64, ...Array.from({ length: 14 }, () => 0)]).buffer),
      ...segment,
    ]);
  expect(decodeRle(rle([3, 1, 2, 3, 4]), { pixels: 4, samples: 1, bytesPerSample: 1 })).toEqual(
    Uint8Array.of(1, 2, 3, 4),
  );
  expect(decodeRle(rle([1, 1, 2]), { pixels: 4, samples: 1, bytesPerSample: 1 })).toBeNull();
});

describe('Overlay planes', () => {
  const bytes = (...all: number[]) => ({ vr: 'OB', InlineBinary: base64(Uint8Array.from(all)) });
  const plane = (more: DicomJson = {}): DicomJson =>
    grey({
      '60000010': value(2),
      '60000011': value(2),
      '60000050': value(1, 1),
      '60000100': value(1),
      '60000102': value(0),
      '60003000': bytes(0b0001, 0),
      ...more,
    });
  const drawn = (dataSet: DicomJson, { frame = 0, samples = [0, 0, 0, 0], syntax = '1.2.840.10008.1.2.1' } = {}) => {
    const { covered, missing } = drawingsOf(dataSet, frame, {
      columns: 2,
      rows: 2,
      samples: Uint16Array.from(samples),
      transferSyntax: syntax,
      bytesOf: () => undefined,
    });
    return missing ? 'missing' : [...(covered ?? [])].join('');
  };

  test.each<[string, DicomJson, string[]]>([
    ['without frame numbers are for all frames', plane(), ['1000', '1000', '1000']],
    ['with an origin alone are for one frame', plane({ '60000051': value(2) }), ['', '1000', '']],
    [
      'of several frames follow each other without a gap',
      plane({ '60000015': value(2), '60000051': value(2), '60003000': bytes(0b0110_1000) }),
      ['', '0001', '0110'],
    ],
    ['of several frames start with the first', plane({ '60000015': value(1) }), ['1000', '', '']],
  ])('%s', (_name, dataSet, expected) => expect([0, 1, 2].map((frame) => drawn(dataSet, { frame }))).toEqual(expected));

  test.each<[string, DicomJson, { samples?: number[]; syntax?: string }]>([
    ['whose bits are cut', plane({ '60000015': value(5) }), {}],
    ['whose bits are absent', plane({ '60003000': { vr: 'OW' } }), {}],
    ['whose bits are only referred to and not there', plane({ '60003000': { BulkDataURI: 'x' } }), {}],
    ['without a size', plane({ '60000010': {} }), {}],
    ['of 16 bits a pixel', plane({ '60000100': value(16), '60003000': bytes(1, 0, 1, 0, 1, 0, 1, 0) }), {}],
    ['within the bits of the values', embedded(3), {}],
    ['beyond the bits of a pixel', embedded(16), {}],
    ['in unused bits of a compressed picture', embedded(12), { syntax: '1.2.840.10008.1.2.4.70' }],
    ['in unused bits of colours', embedded(12), { samples: Array.from({ length: 12 }, () => 0x1000) }],
  ])('%s are reported as missing', (_name, dataSet, more) => expect(drawn(dataSet, more)).toBe('missing'));

  function embedded(position: number): DicomJson {
    const { '60003000': _data, ...others } = plane();
    return {
      ...others,
      '00280101': value(12),
      '00280102': value(11),
      '60000100': value(16),
      '60000102': value(position),
    };
  }

  test('in unused bits are drawn apart from the values', () => {
    expect(drawn(embedded(12), { samples: [0x1fff, 0x0fff, 0x2fff, 0xf000] })).toBe('1001');
  });

  test('are absent if the file declares none, whatever its unused bits contain', () => {
    const dataSet = grey({ '00280101': value(12), '00280102': value(11) });
    expect(drawn(dataSet, { samples: [0xf000, 0xf000, 0xf000, 0xf000] })).toBe('');
  });
});
