import { decodeFrame } from './decode-frame.ts';
import { dicomJsonOf } from './dicom-json.ts';
import { openDataSet } from './data-set.ts';
import { frameOf } from './object-bytes.ts';
import { parseInstance } from './parse-instance.ts';
import { isDicom } from './part10.ts';
import { DicomProblem } from './read-errors.ts';
import { fixture } from './testing/fixtures.ts';
import {
  encapsulatedPixels,
  imageElements,
  writeDicom,
  writeElements,
  type ElementSpec,
} from './testing/write-dicom.ts';
import { transferSyntaxes } from './transfer-syntaxes.ts';

const problemOf = (bytes: Uint8Array): string => {
  try {
    parseInstance(bytes);
    return 'none';
  } catch (cause) {
    return cause instanceof DicomProblem ? cause.code : `not a named problem: ${String(cause)}`;
  }
};
const valuesOf = async (bytes: Uint8Array, frame = 0): Promise<number[]> => {
  const instance = parseInstance(bytes);
  const object = instance.deflated ? openDataSet(bytes).bytes : bytes;
  const pixels = await decodeFrame(frameOf(object, instance, frame), instance);
  return Array.from(pixels?.samples ?? []);
};
const metadataOf = (
  ...more: ElementSpec[]
): Record<string, { vr: string; Value?: unknown[]; InlineBinary?: string; BulkDataURI?: string }> =>
  JSON.parse(parseInstance(writeDicom(imageElements(...more))).metadata);

describe('The fixtures', () => {
  test.each([
    ['CT_small.dcm', 16_384, 14_826_310, 128, 2191],
    ['MR_small_implicit.dcm', 4_096, 2_125_338, 127, 2145],
    ['MR_small_jp2klossless.dcm', 4_096, 2_125_338, 127, 2145],
    ['SC_rgb_rle_2frame.dcm', 30_000, 3_831_000, 0, 255],
  ])('%s decodes to the reference pixels', async (name, count, sum, least, most) => {
    const values = await valuesOf(fixture(name));
    expect({
      count: values.length,
      sum: values.reduce((a, b) => a + b, 0),
      least: Math.min(...values),
      most: Math.max(...values),
    }).toEqual({ count, sum, least, most });
  });

  test('MR_truncated.dcm is refused', () => expect(problemOf(fixture('MR_truncated.dcm'))).toBe('truncated'));

  test('an implicit file truncated anywhere in its pixels is refused', () => {
    const whole = fixture('MR_small_implicit.dcm');
    for (const missing of [1, 2, 500, 8000])
      expect(problemOf(whole.subarray(0, whole.length - missing))).toBe('truncated');
  });
});

describe('The attributes of a file', () => {
  test('include validated dates and times', () => {
    const instance = parseInstance(
      writeDicom(
        imageElements(
          ['00080020', 'DA', '20240229'],
          ['00080030', 'TM', '0915'],
          ['00100030', 'DA', '19701340'],
          ['00081030', 'LO', 'Knie rechts'],
          ['00200011', 'IS', '7'],
          ['00200013', 'IS', '-3 '],
        ),
      ),
    );
    expect(instance).toMatchObject({
      studyDate: '2024-02-29',
      studyTime: '09:15:00',
      birthDate: null,
      studyDescription: 'Knie rechts',
      seriesNumber: 7,
      instanceNumber: -3,
    });
  });

  test('default to OT without a modality, also in the metadata', () => {
    expect(parseInstance(writeDicom(imageElements())).modality).toBe('OT');
    expect(metadataOf()['00080060']).toEqual({ vr: 'CS', Value: ['OT'] });
  });

  test.each<readonly [string, Buffer, string]>([
    ['ISO_IR 100', Buffer.from('M\xfcller^J\xf6rg', 'latin1'), 'Müller^Jörg'],
    ['ISO_IR 192', Buffer.from('Müller^Jörg '), 'Müller^Jörg'],
    ['ISO_IR 144', Buffer.from([0xbb, 0xee, 0xda, 0x63, 0x65, 0xdc, 0x62, 0x79]), 'Люкceмby'],
    ['NO SUCH SET', Buffer.from('M\xfcller', 'latin1'), 'Müller'],
    ['', Buffer.from('M\xfcller', 'latin1'), 'Müller'],
    ['ISO_IR 100', Buffer.from('Müller^Jörg'), 'Müller^Jörg'],
    ['ISO 2022 IR 100', Buffer.from('Müller^Jörg'), 'Müller^Jörg'],
    ['ISO 2022 IR 100\\ISO 2022 IR 144', Buffer.from('Müller^Jörg'), 'Müller^Jörg'],
    ['ISO 2022 IR 100', Buffer.from('M\xfcller^J\xf6rg', 'latin1'), 'Müller^Jörg'],
    ['ISO_IR 101', Buffer.from('Wałęsa^Łukasz'), 'Wałęsa^Łukasz'],
    ['ISO_IR 101', Buffer.from([0x50, 0xd3, 0xa3, 0x54, 0x4f, 0x52, 0x41, 0x4b]), 'PÓŁTORAK'],
    ['ISO_IR 100', Buffer.from('Шевченко^Тарас'), 'Шевченко^Тарас'],
    ['ISO_IR 100', Buffer.from('Wa\xb3\xeasa^\xa3ukasz', 'latin1'), 'Wałęsa^Łukasz'],
    ['', Buffer.from('Kwa\xb6niewska^Gra\xbfyna', 'latin1'), 'Kwaśniewska^Grażyna'],
    ['ISO_IR 100', Buffer.from('\xcf\xe5\xf2\xf0\xe5\xed\xea\xee^\xc2\xb3\xf0\xe0', 'latin1'), '\ufffd^\ufffd'],
    ['ISO_IR 100', Buffer.from('Garc\xeda^Jos\xe9 M\xaa', 'latin1'), 'García^José Mª'],
    ['ISO_IR 144', Buffer.from('Müller^Jörg'), 'Müller^Jörg'],
    ['ISO_IR 144', Buffer.from('Шевченко^Тарас'), 'Шевченко^Тарас'],
    ['ISO_IR 144', Buffer.from([0xc5, 0xb0, 0xc2, 0xb0]), 'ХАТА'],
    ['ISO_IR 192', Buffer.from('M\xfcller^J\xf6rg', 'latin1'), 'Müller^Jörg'],
    ['ISO_IR 192', Buffer.concat([Buffer.from('Müller^Jo'), Buffer.from([0xc3])]), 'Müller^Jo'],
    [
      '\\ISO 2022 IR 87',
      Buffer.from('Yamada^Tarou=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B', 'latin1'),
      'Yamada^Tarou=山田^太郎',
    ],
    ...[
      '\\ISO 2022 IR 100',
      'ISO 2022 IR 6\\ISO 2022 IR 100',
      'ISO 2022 IR 6',
      'ISO_IR 6',
      '\\ISO 2022 IR 87',
      '\\ISO 2022 IR 149',
      'iso_ir 100',
    ].map((set) => [set, Buffer.from('Müller^Jörg'), 'Müller^Jörg'] as const),
    ...['\\ISO 2022 IR 100', 'ISO 2022 IR 6\\ISO 2022 IR 100', 'ISO 2022 IR 6', 'ISO_IR 6', '\\ISO 2022 IR 149'].map(
      (set) => [set, Buffer.from('M\xfcller^J\xf6rg', 'latin1'), 'Müller^Jörg'] as const,
    ),
    ['\\ISO 2022 IR 144', Buffer.from([0xbb, 0xee, 0xda, 0x63, 0x65, 0xdc, 0x62, 0x79]), 'Люкceмby'],
    ['\\ISO 2022 IR 144', Buffer.from([0x1b, 0x2d, 0x4c, 0xbb, 0xee, 0xda]), 'Люк'],
    ...['ISO_IR 100', '', 'ISO_IR 192', '\\ISO 2022 IR 100'].flatMap((set) => [
      [set, Buffer.from('\x8akoda^Petr', 'latin1'), 'Škoda^Petr'] as const,
      [set, Buffer.from('\x8eitn\xedk^Jan', 'latin1'), 'Žitník^Jan'] as const,
      [set, Buffer.from('Lec\x9cur^Zo\xeb', 'latin1'), 'Lecœur^Zoë'] as const,
      [set, Buffer.from('D\x9crr^Eva', 'latin1'), 'Dœrr^Eva'] as const,
      [set, Buffer.from('Kwa\x9cniewska^Ewa', 'latin1'), 'Kwaśniewska^Ewa'] as const,
      [set, Buffer.from('Ku\x9fniar^Ewa', 'latin1'), 'Kuźniar^Ewa'] as const,
      // A code page of DOS.
      [set, Buffer.from('M\x81ller^J\x94rg', 'latin1'), 'M\ufffdller^J\ufffdrg'] as const,
    ]),
    ['ISO_IR 144', Buffer.from([0xbb, 0xee, 0xda, 0x80, 0x5e, 0x4a]), '\ufffd^J'],
    ['ISO_IR 101', Buffer.from('\x8akoda^Petr', 'latin1'), 'Škoda^Petr'],
  ])('include a decoded name in %s', (characterSet, name, expected) => {
    const elements = imageElements(['00100010', 'PN', name]);
    if (characterSet) elements.push(['00080005', 'CS', characterSet]);
    expect(parseInstance(writeDicom(elements)).patientName).toBe(expected);
  });

  test.each(['ISO_IR 100', 'ISO_IR 192', ''])('include the dash of Windows-1252 in %s', (characterSet) => {
    const elements = imageElements(['00081030', 'LO', Buffer.from('Sch\xe4del \x96 nativ ', 'latin1')]);
    if (characterSet) elements.push(['00080005', 'CS', characterSet]);
    expect(parseInstance(writeDicom(elements)).studyDescription).toBe('Schädel – nativ');
  });

  test('frames of deflated and big-endian files have the same values', async () => {
    for (const syntax of [
      transferSyntaxes.deflated,
      transferSyntaxes.explicitBigEndian,
      transferSyntaxes.implicitLittleEndian,
      '',
    ]) {
      expect(await valuesOf(writeDicom(imageElements(), { syntax }))).toEqual([1, 2, 3, 4]);
    }
  });

  test('one-bit frames that do not end on a byte boundary are separated', async () => {
    const bits = writeDicom(
      imageElements(
        ['00280008', 'IS', '2'],
        ['00280010', 'US', [3]],
        ['00280011', 'US', [3]],
        ['00280100', 'US', [1]],
        ['00280101', 'US', [1]],
        ['7fe00010', 'OB', Buffer.from([0b10101010, 0b11111110, 0b11, 0])],
      ),
    );
    expect(await valuesOf(bits, 0)).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0]);
    expect(await valuesOf(bits, 1)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('bytes after the data set are accepted', () => {
    for (const after of [
      Buffer.alloc(512),
      Buffer.from('garbage of any kind'),
      Buffer.from([0xfc, 0xff, 0xfc, 0xff, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0, 0]),
    ]) {
      expect(problemOf(writeDicom(imageElements(), { after }))).toBe('none');
    }
  });
});

describe('Compressed frames', () => {
  const jpeg = (...content: number[]): Buffer => Buffer.from([0xff, 0xd8, ...content]);
  const framesOf = (frames: number, pixels: Buffer) => {
    const elements = imageElements(['00280008', 'IS', String(frames)]).filter(([tag]) => tag !== '7fe00010');
    return parseInstance(writeDicom(elements, { syntax: transferSyntaxes.jpegBaseline, after: pixels })).pixels;
  };
  const lengths = (index: ReturnType<typeof framesOf>) =>
    index.kind === 'encapsulated' && index.frames.map((ranges) => ranges.map(([, length]) => length));

  test('are separated by fragment, by offset table and by their first marker', () => {
    const [first, middle, second] = [jpeg(1, 2), Buffer.from([3, 4, 5, 6, 7, 8]), jpeg(9, 9, 9, 9)];
    expect(lengths(framesOf(2, encapsulatedPixels([first, second])))).toEqual([[4], [6]]);
    expect(lengths(framesOf(1, encapsulatedPixels([first, middle])))).toEqual([[4, 6]]);
    expect(lengths(framesOf(2, encapsulatedPixels([first, middle, second], [0, 26])))).toEqual([[4, 6], [6]]);
    expect(lengths(framesOf(2, encapsulatedPixels([first, middle, second])))).toEqual([[4, 6], [6]]);
  });

  test('that are missing or truncated are refused', () => {
    const elements = imageElements(['00280008', 'IS', '3']).filter(([tag]) => tag !== '7fe00010');
    const whole = writeDicom(elements, {
      syntax: transferSyntaxes.jpegBaseline,
      after: encapsulatedPixels([jpeg(1, 2), jpeg(3, 4)]),
    });
    expect(problemOf(whole)).toBe('truncated');
    const single = writeDicom(
      imageElements().filter(([tag]) => tag !== '7fe00010'),
      { syntax: transferSyntaxes.jpegBaseline, after: encapsulatedPixels([jpeg(1, 2)]) },
    );
    expect(problemOf(single)).toBe('none');
    expect(problemOf(single.subarray(0, -10))).toBe('truncated');
  });

  test('that declare a giant size are refused before any allocation', () => {
    const elements = imageElements(['00280010', 'US', [65_535]], ['00280011', 'US', [65_535]]).filter(
      ([tag]) => tag !== '7fe00010',
    );
    expect(
      problemOf(writeDicom(elements, { syntax: transferSyntaxes.jpeg2000, after: encapsulatedPixels([jpeg(1, 2)]) })),
    ).toBe('zip_bomb');
  });
});

describe('The metadata', () => {
  test('leaves out pixels, private elements and group lengths', () => {
    const metadata = metadataOf(['00090010', 'LO', 'VENDOR'], ['00091001', 'LO', 'secret'], ['00080000', 'UL', [1]]);
    expect(
      Object.keys(metadata).filter((tag) => ['7FE00010', '00090010', '00091001', '00080000'].includes(tag)),
    ).toEqual([]);
  });

  test('has numbers as numbers, names in groups, and null for unknown numbers', () => {
    const metadata = metadataOf(
      ['00280030', 'DS', '0.5\\0.25 '],
      ['00281050', 'DS', 'none'],
      ['00100010', 'PN', 'Doe^Peter=ド'],
      ['00189087', 'FD', [1.5]],
    );
    expect(metadata['00280030']).toEqual({ vr: 'DS', Value: [0.5, 0.25] });
    expect(metadata['00281050']).toEqual({ vr: 'DS', Value: [null] });
    expect(metadata['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'Doe^Peter', Ideographic: 'ド' }] });
    expect(metadata['00189087']).toEqual({ vr: 'FD', Value: [1.5] });
  });

  test('reads elements with VR UN by the dictionary, sequences included', () => {
    const item = writeElements([['00281050', 'DS', '40']], { implicit: true, big: false });
    const sequence = Buffer.concat([
      Buffer.from([0xfe, 0xff, 0x00, 0xe0]),
      Buffer.from(Uint32Array.of(item.length).buffer),
      item,
    ]);
    const metadata = metadataOf(['00180050', 'UN', Buffer.from('1.25')], ['00289132', 'UN', sequence]);
    expect(metadata['00180050']).toEqual({ vr: 'DS', Value: [1.25] });
    expect(metadata['00289132']).toEqual({ vr: 'SQ', Value: [{ '00281050': { vr: 'DS', Value: [40] } }] });
  });

  test('contains small binary values and references large ones', () => {
    const metadata = metadataOf(['00281201', 'OW', [1, 256]], ['00281202', 'OW', Buffer.alloc(10_000, 7)]);
    expect(metadata['00281201']).toEqual({ vr: 'OW', InlineBinary: Buffer.from([1, 0, 0, 1]).toString('base64') });
    expect(metadata['00281202']).toEqual({
      vr: 'OW',
      BulkDataURI: '/dicom-web/studies/1.2.3/series/1.2.3.4/instances/1.2.3.4.5/bulkdata/00281202',
    });
  });

  test.each([
    [4_000, transferSyntaxes.explicitLittleEndian],
    [10_000, transferSyntaxes.implicitLittleEndian],
  ])('contains the times of %i frames in %s', (frames, syntax) => {
    const times = Array.from({ length: frames }, (_, frame) => (frame === 0 ? '0' : '33.333333'));
    const elements = imageElements(['00181065', 'DS', times.join('\\')]);
    const metadata = JSON.parse(parseInstance(writeDicom(elements, { syntax })).metadata);
    expect(metadata['00181065'].Value).toEqual(times.map(Number));
  });

  test('leaves out decimals that are longer than a value for each frame', () => {
    const metadata = metadataOf(['00181065', 'UN', Buffer.alloc(4 * 1024 * 1024, '1\\')]);
    expect(metadata['00181065']).toEqual({ vr: 'DS' });
  });

  test('recognises signed values in implicit files', () => {
    const opened = openDataSet(
      writeDicom(imageElements(['00280103', 'US', [1]], ['00280106', 'SS', [-5]]), {
        syntax: transferSyntaxes.implicitLittleEndian,
      }),
    );
    const metadata = JSON.parse(dicomJsonOf(opened, { signed: true, bulkUri: '', defaults: {} }).json);
    expect(metadata['00280106']).toEqual({ vr: 'SS', Value: [-5] });
  });
});

describe('Refused files', () => {
  test.each<[string, Buffer, string]>([
    ['an empty file', Buffer.alloc(0), 'not_dicom'],
    ['a text', Buffer.from('no image here'.repeat(50)), 'not_dicom'],
    ['a file that ends with its mark', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]), 'not_dicom'],
    ['a missing study UID', writeDicom(imageElements(['0020000d', 'UI', ''])), 'missing_uid'],
    ['a UID that climbs', writeDicom(imageElements(['0020000d', 'UI', '..'])), 'missing_uid'],
    ['a UID that begins with a dot', writeDicom(imageElements(['0020000e', 'UI', '.1.2'])), 'missing_uid'],
    ['a UID that ends in a dot', writeDicom(imageElements(['00080018', 'UI', '1.2.'])), 'missing_uid'],
    ['a UID of letters', writeDicom(imageElements(['00080018', 'UI', '1.2.abc'])), 'missing_uid'],
    ['a UID that is too long', writeDicom(imageElements(['0020000e', 'UI', '1'.repeat(65)])), 'missing_uid'],
    ['an object without pixels', writeDicom(imageElements().filter(([tag]) => tag !== '7fe00010')), 'no_image'],
    ['an image without rows', writeDicom(imageElements(['00280010', 'US', [0]])), 'no_image'],
    ['too many frames for its pixels', writeDicom(imageElements(['00280008', 'IS', '2'])), 'truncated'],
    ['a nonsense number of frames', writeDicom(imageElements(['00280008', 'IS', '99999999'])), 'no_image'],
  ])('%s', (_name, bytes, code) => expect(problemOf(bytes)).toBe(code));

  test.each([
    'MZ\x90',
    '\x7fELF',
    '\xcf\xfa\xed\xfe',
    '\xca\xfe\xba\xbe',
    '<html>',
    '  <svg',
    '\xef\xbb\xbf<script>',
    '#!/bin/sh',
    '%PDF-1.7',
    'PK\x03\x04',
  ])('with a preamble that starts with %j', (start) => {
    const preamble = Buffer.alloc(128);
    preamble.write(start, 'latin1');
    expect(problemOf(writeDicom(imageElements(), { preamble }))).toBe('polyglot');
  });

  test('exclude a TIFF preamble, which some DICOM files have', () => {
    const preamble = Buffer.alloc(128);
    preamble.write('II*\0', 'latin1');
    expect(problemOf(writeDicom(imageElements(), { preamble }))).toBe('none');
    expect(isDicom(writeDicom(imageElements()))).toBe(true);
  });
});

/** A seeded random generator (xorshift). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

test('2,000 damaged files are read or refused with a known code', async () => {
  const random = randomFrom(20_240_229);
  const names = ['CT_small.dcm', 'MR_small_implicit.dcm', 'MR_small_jp2klossless.dcm', 'SC_rgb_rle_2frame.dcm'];
  const originals = names.map(fixture);
  const codes = new Set<string>();
  for (let round = 0; round < 2_000; round += 1) {
    const original = originals[round % originals.length] ?? Buffer.alloc(0);
    const damaged = Buffer.from(original.subarray(0, random(4) === 0 ? random(original.length) : original.length));
    // Most relevant bytes are in the first kilobytes.
    for (let change = 0; change <= random(8); change += 1)
      if (damaged.length > 0) damaged[random(Math.min(damaged.length, 2_000))] = random(256);
    codes.add(problemOf(damaged));
  }
  expect([...codes].filter((code) => code.startsWith('not a named'))).toEqual([]);
  expect(codes.size).toBeGreaterThan(3);
});
