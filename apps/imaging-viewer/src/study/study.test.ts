import type { DicomJson } from './dicom-json.ts';
import { day, personName } from './dicom-json.ts';
import { mismatchOf } from './mismatch.ts';
import { firstPart, partOf } from './multipart.ts';
import { cross, opposite, sidesOf } from './orientation.ts';
import { delaysOf } from './cine.ts';
import { readStudy } from './read-study.ts';
import { refusalOf } from './refusal.ts';
import { stacksOf } from './order.ts';

const image = (more: DicomJson = {}): DicomJson => ({
  '0020000D': { vr: 'UI', Value: ['1.2'] },
  '0020000E': { vr: 'UI', Value: ['1.2.1'] },
  '00080018': { vr: 'UI', Value: ['1.2.1.1'] },
  '00280010': { vr: 'US', Value: [64] },
  '00280011': { vr: 'US', Value: [32] },
  ...more,
});
const value = (...values: unknown[]) => ({ Value: values });

describe('A study', () => {
  test('sorts series and images by number, with a picture for each frame', () => {
    const study = readStudy('1.2', [
      image({ '0020000E': value('1.2.2'), '00200011': value(2), '00080018': value('b') }),
      image({ '00200011': value(1), '00080018': value('a2'), '00200013': value(2) }),
      image({ '00200011': value(1), '00080018': value('a1'), '00200013': value(1), '00280008': value('3') }),
    ]);
    expect(
      study.series.map(({ number, images }) => [
        number,
        images.map(({ id }) => id.replace('wadors:/dicom-web/studies/1.2/series/', '')),
      ]),
    ).toEqual([
      [
        1,
        [
          '1.2.1/instances/a1/frames/1',
          '1.2.1/instances/a1/frames/2',
          '1.2.1/instances/a1/frames/3',
          '1.2.1/instances/a2/frames/1',
        ],
      ],
      [2, ['1.2.2/instances/b/frames/1']],
    ]);
  });

  test('leaves out objects that are not images', () => {
    expect(readStudy('1.2', [{ '0020000E': value('1.2.9'), '00080060': value('SR') }]).series).toEqual([]);
  });

  test('reads pixel size and position, also from enhanced functional groups', () => {
    const [enhanced] = readStudy('1.2', [
      image({
        '52009229': {
          vr: 'SQ',
          Value: [
            {
              '00289110': { vr: 'SQ', Value: [{ '00280030': value(0.5, 0.5) }] },
              '00209116': { vr: 'SQ', Value: [{ '00200037': value(1, 0, 0, 0, 1, 0) }] },
            },
          ],
        },
      }),
    ]).series.flatMap(({ images }) => images);
    const [plain] = readStudy('1.2', [image({ '00181063': value(50) })]).series.flatMap(({ images }) => images);
    expect(enhanced?.instance).toMatchObject({ scale: 'body', oriented: true });
    expect([enhanced, plain].map((one) => one?.instance.delayOf(1))).toEqual([null, 50]);
    expect(plain?.instance).toMatchObject({ scale: 'pixels', oriented: false });
  });

  test("tells images with the same instance UID apart by the server's URL", () => {
    const url = '/dicom-web/studies/1.2/series/1.2.1/instances/1.2.1.1';
    const [series] = readStudy('1.2', [
      image(),
      image({ '00081190': value(`${url}.2`) }),
      image({ '00081190': value('https://elsewhere.example/x') }),
    ]).series;
    expect(series?.images.slice(0, 2).map(({ id }) => id)).toEqual([
      `wadors:${url}/frames/1`,
      `wadors:${url}.2/frames/1`,
    ]);
  });
});

describe('Values of the file', () => {
  test('are formatted as readable names', () => {
    expect(personName({ '00100010': value({ Alphabetic: 'Müller^Jürgen^^Dr.' }) }, '00100010')).toBe(
      'Dr. Jürgen Müller',
    );
    expect(
      personName({ '00100010': value({ Alphabetic: 'Yamada^Tarou', Ideographic: '山田^太郎' }) }, '00100010'),
    ).toBe('Tarou Yamada · 山田 太郎');
    expect(personName({}, '00100010')).toBe('');
  });

  test('are dates or empty', () => {
    expect(day({ '00080020': value('20240229') }, '00080020')).toBe('2024-02-29');
    expect(day({ '00080020': value('2024.02.29') }, '00080020')).toBe('2024-02-29');
    for (const invalid of ['unknown', '20261345', '20230229', ''])
      expect(day({ '00080020': value(invalid) }, '00080020')).toBe('');
  });
});

describe('Images and the case they were opened from', () => {
  const viewedCase = {
    patient: { first_name: 'Miriam', last_name: 'Adler', date_of_birth: '1979-03-14' },
    issue_date: '2026-03-02',
    keys: null,
  };
  const found = (...dataSets: DicomJson[]) =>
    mismatchOf(
      readStudy(
        '1.2',
        dataSets.map((one) => image(one)),
      ),
      viewedCase,
      '2026-11-26',
    );
  const who = (Alphabetic: string, birth = '19790314') => ({
    '00100010': value({ Alphabetic }),
    '00100030': value(birth),
  });

  test.each<[string, DicomJson]>([
    ['the same name', who('Adler^Miriam')],
    ['a name without carets', who('Adler, Miriam')],
    ['no name', {}],
    ['the day that the case tells', { ...who('ADLER^MIRIAM'), '00080020': value('20260302') }],
  ])('agree with %s', (_name, dataSet) => {
    expect(found(dataSet)).toBeNull();
  });
  test('name any other person, wherever the name is stored', () => {
    expect(found(who('Adler^Miriam'), who('Berg^Paul', '19600101'))).toEqual({
      people: [{ patientName: 'Berg^Paul', birthDate: '1960-01-01' }],
      date: null,
    });
  });
  test('differ with dates in the format of ACR-NEMA', () => {
    expect(found({ ...who('Adler^Miriam', '1944.01.01'), '00080020': value('1950.01.01') })).toEqual({
      people: [{ patientName: 'Adler^Miriam', birthDate: '1944-01-01' }],
      date: { day: '1950-01-01', reason: 'beforeBirth' },
    });
  });
  test('differ with the same name and another birth date', () => {
    expect(found(who('Adler^Miriam', '19790315'))?.people).toHaveLength(1);
  });
  test.each([
    ['19790313', 'beforeBirth'],
    ['20270101', 'future'],
    ['20250302', 'otherDay'],
    // Today is not in the future, and the day of birth is not before the birth.
    ['20261126', 'otherDay'],
    ['19790314', 'otherDay'],
  ])('of %s do not match: %s', (date, reason) => {
    expect(found({ ...who('Adler^Miriam'), '00080020': value(date) })?.date?.reason).toBe(reason);
  });
});

describe('The order of a series', () => {
  const slice = (name: string, position: number[], more: DicomJson = {}) =>
    image({ '00080018': value(name), '00200032': value(...position), '00200037': value(1, 0, 0, 0, 1, 0), ...more });
  const stacks = (...dataSets: DicomJson[]) =>
    readStudy('1.2', dataSets).series.map(({ plane, images }) => [
      plane,
      images.map(({ instance, frame }) => `${instance.uid}${instance.frames > 1 ? `/${frame}` : ''}`).join(' '),
    ]);

  test.each<[string, DicomJson]>([
    ['no instance numbers', {}],
    ['equal instance numbers', { '00200013': value(1) }],
  ])('is by position where there are %s', (_name, more) => {
    expect(stacks(...[15, 0, 20, 5, 10].map((depth) => slice(`z${depth}`, [3, 4, depth], more)))).toEqual([
      [null, 'z0 z5 z10 z15 z20'],
    ]);
  });

  test('follows the direction of the instance numbers', () => {
    expect(
      stacks(
        slice('b', [0, 0, 5], { '00200013': value(2) }),
        slice('a', [0, 0, 10], { '00200013': value(1) }),
        slice('c', [0, 0, 0], { '00200013': value(3) }),
      ),
    ).toEqual([[null, 'a b c']]);
  });

  test('is by time where positions are equal, then by number', () => {
    const at = (name: string, time: string, count: number) =>
      slice(name, [0, 0, 1], { '00080020': value('20260302'), '00080032': value(time), '00200013': value(count) });
    expect(stacks(at('c', '101502.5', 1), at('b', '101501', 3), at('a', '101501', 2))).toEqual([[null, 'a b c']]);
  });

  test.each<[string, string, (index: number) => DicomJson]>([
    [
      'an acquisition time with a time zone',
      'a b c',
      (index) => ({ '0008002A': value(`20261101120${index}01.000000+0100`) }),
    ],
    [
      'acquisition times around a change of the time zone',
      'a b c',
      (index) => ({ '0008002A': value(['20261025025500+0200', '20261025021000+0100', '20261025023000+0100'][index]) }),
    ],
    ['times that differ by microseconds', 'a b c', (index) => ({ '0008002A': value(`20261101120001.00000${index}`) })],
    [
      'an acquisition time without a day',
      'a b c',
      (index) => ({
        '0008002A': value('2026'),
        '00080020': value('20261101'),
        '00080032': value(`1200${index}1`),
      }),
    ],
    [
      'dates and times of ACR-NEMA',
      'a b c',
      (index) => ({ '00080022': value('2026.11.01'), '00080032': value(`12:00:0${index}.5`) }),
    ],
  ])('is by time with %s', (_name, expected, timeOf) => {
    const at = (name: string, index: number) => image({ '00080018': value(name), ...timeOf(index) });
    expect(stacks(at('c', 2), at('a', 0), at('b', 1))).toEqual([[null, expected]]);
  });

  test.each([
    ['one decimal', [0.7, 0.7, 0, 0, 0, -1]],
    ['no decimals', [1, 1, 0, 0, 0, -1]],
  ])('is by position with direction cosines of %s', (_name, cosines) => {
    const depths = [15, 0, 20, 5, 10].map((depth) =>
      slice(`z${depth}`, [-depth, depth, 0], { '00200037': value(...cosines) }),
    );
    expect(stacks(...depths)).toEqual([[null, expect.stringMatching(/^(z0 z5 z10 z15 z20|z20 z15 z10 z5 z0)$/)]]);
  });

  test('does not read zeros as an orientation', () => {
    const at = (name: string, count: number) =>
      slice(name, [0, 0, count], { '00200037': value(0, 0, 0, 0, 0, 0), '00200013': value(count) });
    expect(stacks(at('c', 3), at('a', 1), at('b', 2))).toEqual([[null, 'a b c']]);
  });

  test('ignores times that only some images have', () => {
    expect(
      stacks(
        slice('b', [0, 0, 1], { '00200013': value(2) }),
        slice('a', [0, 0, 1], { '00200013': value(1), '00080032': value('235959') }),
      ),
    ).toEqual([[null, 'a b']]);
  });

  test('gives each orientation its own stack', () => {
    const lying = (name: string, axes: number[]) => slice(name, [0, 0, 0], { '00200037': value(...axes) });
    expect(
      stacks(
        lying('ax', [1, 0, 0, 0, 1, 0]),
        lying('cor', [1, 0, 0, 0, 0, -1]),
        lying('sag', [0, 1, 0, 0, 0, -1]),
        lying('ax2', [1, 0.01, 0, -0.01, 1, 0]),
      ),
    ).toEqual([
      ['axial', 'ax ax2'],
      ['coronal', 'cor'],
      ['sagittal', 'sag'],
    ]);
  });

  test('keeps a radial series together', () => {
    const turned = (degrees: number) =>
      slice(`r${degrees}`, [0, 0, 0], {
        '00200037': value(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0, 0, 0, -1),
        '00200013': value(degrees + 1),
      });
    expect(stacks(turned(60), turned(0), turned(90), turned(30), turned(120))).toEqual([[null, 'r0 r30 r60 r90 r120']]);
  });

  test('applies to the frames of an enhanced image', () => {
    const frames = [10, 0, 5].map((depth) => ({
      '00209113': { vr: 'SQ', Value: [{ '00200032': value(0, 0, depth) }] },
    }));
    const shared = [{ '00209116': { vr: 'SQ', Value: [{ '00200037': value(1, 0, 0, 0, 1, 0) }] } }];
    expect(
      stacks(
        image({
          '00080018': value('e'),
          '00280008': value(3),
          '52009229': { vr: 'SQ', Value: shared },
          '52009230': { vr: 'SQ', Value: frames },
        }),
      ),
    ).toEqual([[null, 'e/2 e/3 e/1']]);
  });

  test('keeps the frames of a multi-frame image together and in order', () => {
    expect(
      stacks(
        image({ '00080018': value('f'), '00280008': value(2) }),
        image({ '00080018': value('g'), '00280008': value(2) }),
      ),
    ).toEqual([[null, 'f/1 f/2 g/1 g/2']]);
  });

  test('of an empty series is empty', () => expect(stacksOf([])).toEqual([]));
});

describe('The speed of playback', () => {
  test.each<[string, DicomJson, (number | null)[]]>([
    ['a display rate', { '00082144': value(20), '00180040': value(10) }, [50, 50, 50]],
    ['a cine rate', { '00180040': value(10), '00181063': value(40) }, [100, 100, 100]],
    ['a frame time', { '00181063': value(40) }, [40, 40, 40]],
    [
      'rates of 0 beside a frame time',
      { '00082144': value(0), '00180040': value(0), '00181063': value(40) },
      [40, 40, 40],
    ],
    ['a vector of times', { '00181065': value(0, 40, 80) }, [80, 40, 80]],
    [
      'nothing but zeros',
      { '00082144': value(0), '00181063': value(0), '00181065': value(0, 0, 0) },
      [null, null, null],
    ],
  ])('comes from %s', (_name, dataSet, delays) => expect([1, 2, 3].map(delaysOf(dataSet))).toEqual(delays));
});

describe('Images that browsers show wrongly', () => {
  const syntax = (uid: string): DicomJson => ({ '00083002': value(uid) });
  test.each<[string, DicomJson, string | null]>([
    ['12-bit JPEG', { ...syntax('1.2.840.10008.1.2.4.51'), '00280100': value(16) }, 'jpeg12'],
    ['8-bit JPEG in the same syntax', { ...syntax('1.2.840.10008.1.2.4.51'), '00280100': value(8) }, null],
    ['uncompressed YBR 4:2:2', { ...syntax('1.2.840.10008.1.2.1'), '00280004': value('YBR_FULL_422') }, 'ybr422'],
    ['JPEG in YBR 4:2:2', { ...syntax('1.2.840.10008.1.2.4.50'), '00280004': value('YBR_FULL_422') }, null],
    ['RLE of 32 bits', { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(32) }, 'rleDepth'],
    [
      'RLE of 16-bit colours',
      { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(16), '00280002': value(3) },
      'rleDepth',
    ],
    ['RLE of 16-bit grey', { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(16) }, null],
    ['single bits', { ...syntax('1.2.840.10008.1.2.1'), '00280100': value(1) }, 'oneBit'],
    ['a video', syntax('1.2.840.10008.1.2.4.102'), 'video'],
    ['an unknown compression', syntax('1.2.3'), 'format'],
    ['JPEG 2000', { ...syntax('1.2.840.10008.1.2.4.90'), '00280100': value(16) }, null],
    [
      'a contrast table without entries',
      {
        ...syntax('1.2.840.10008.1.2.1'),
        '00283010': { vr: 'SQ', Value: [{ '00283002': value(4096, 0, 16), '00283006': { vr: 'OW' } }] },
      },
      'table',
    ],
    ['colours that nobody reads', { ...syntax('1.2.840.10008.1.2.1'), '00280004': value('ARGB') }, 'photometric'],
    ['an archive that does not say', { '00280100': value(16) }, null],
  ])('%s', (_name, dataSet, refusal) => expect(refusalOf(image(dataSet))).toBe(refusal));
});

test('finds the first part of a multipart response, whatever bytes it contains', () => {
  const body = Uint8Array.of(0, 13, 10, 45, 45, 255);
  const whole = new Uint8Array([
    ...new TextEncoder().encode('--abc\r\nContent-Type: x\r\n\r\n'),
    ...body,
    ...new TextEncoder().encode('\r\n--abc--\r\n'),
  ]);
  expect(firstPart(whole, 'multipart/related; type="x"; boundary="abc"')).toEqual(body);
  expect(partOf(whole, 'multipart/related; boundary=abc').contentType).toBe('x');
  expect(firstPart(body, 'application/octet-stream')).toEqual(body);
});

test('orientation letters follow the picture', () => {
  expect(sidesOf([1, 0, 0])).toEqual(['L']);
  expect(sidesOf([-0.8, 0, 0.6])).toEqual(['R', 'H']);
  // An axial picture: up is anterior, seen from the feet.
  const [up, towardsViewer] = [
    [0, -1, 0],
    [0, 0, -1],
  ] as const;
  const right = cross(up, towardsViewer);
  expect([sidesOf(right), sidesOf(opposite(right))]).toEqual([['L'], ['R']]);
});
