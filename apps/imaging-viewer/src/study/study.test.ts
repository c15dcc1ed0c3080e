import type { DicomJson } from './dicom-json.ts';
import { day, personName } from './dicom-json.ts';
import { firstPart } from './multipart.ts';
import { cross, opposite, sidesOf } from './orientation.ts';
import { withPalette } from './palette.ts';
import { readStudy } from './read-study.ts';
import { refusalOf } from './refusal.ts';
import { windowsOf, withUsableWindows } from './window.ts';

const image = (more: DicomJson = {}): DicomJson => ({
  '0020000D': { vr: 'UI', Value: ['1.2'] },
  '0020000E': { vr: 'UI', Value: ['1.2.1'] },
  '00080018': { vr: 'UI', Value: ['1.2.1.1'] },
  '00280010': { vr: 'US', Value: [64] },
  '00280011': { vr: 'US', Value: [32] },
  ...more,
});
const value = (...values: unknown[]) => ({ Value: values });

describe('a study', () => {
  test('has its series by number and their images by number, a picture for each frame', () => {
    const study = readStudy('1.2', [
      image({ '0020000E': value('1.2.2'), '00200011': value(2), '00080018': value('b') }),
      image({ '00200011': value(1), '00080018': value('a2'), '00200013': value(2) }),
      image({ '00200011': value(1), '00080018': value('a1'), '00200013': value(1), '00280008': value('3') }),
    ]);
    expect(study.series.map(({ number, images }) => [number, images.map(({ id }) => id.replace('wadors:/dicom-web/studies/1.2/series/', ''))])).toEqual([
      [1, ['1.2.1/instances/a1/frames/1', '1.2.1/instances/a1/frames/2', '1.2.1/instances/a1/frames/3', '1.2.1/instances/a2/frames/1']],
      [2, ['1.2.2/instances/b/frames/1']],
    ]);
  });

  test('leaves out objects that are no images', () => {
    expect(readStudy('1.2', [{ '0020000E': value('1.2.9'), '00080060': value('SR') }]).series).toEqual([]);
  });

  test('knows size and position of its pixels, also from the functional groups of enhanced images', () => {
    const [enhanced] = readStudy('1.2', [image({
      '52009229': { vr: 'SQ', Value: [{ '00289110': { vr: 'SQ', Value: [{ '00280030': value(0.5, 0.5) }] }, '00209116': { vr: 'SQ', Value: [{ '00200037': value(1, 0, 0, 0, 1, 0) }] } }] },
    })]).series.flatMap(({ images }) => images);
    const [plain] = readStudy('1.2', [image({ '00181063': value(50) })]).series.flatMap(({ images }) => images);
    expect(enhanced?.instance).toMatchObject({ measurable: true, oriented: true, frameRate: null });
    expect(plain?.instance).toMatchObject({ measurable: false, oriented: false, frameRate: 20 });
  });
});

describe('words of the file', () => {
  test('names are put in the order people read them', () => {
    expect(personName({ '00100010': value({ Alphabetic: 'Müller^Jürgen^^Dr.' }) }, '00100010')).toBe('Dr. Jürgen Müller');
    expect(personName({ '00100010': value({ Alphabetic: 'Yamada^Tarou', Ideographic: '山田^太郎' }) }, '00100010')).toBe('Tarou Yamada · 山田 太郎');
    expect(personName({}, '00100010')).toBe('');
  });

  test('days are days or nothing', () => {
    expect(day({ '00080020': value('20240229') }, '00080020')).toBe('2024-02-29');
    expect(day({ '00080020': value('unknown') }, '00080020')).toBe('');
  });
});

describe('windows', () => {
  test('that show nothing are dropped, at any depth', () => {
    const usable = withUsableWindows(image({
      '00281050': value(40), '00281051': value(0),
      '52009230': { vr: 'SQ', Value: [{ '00289132': { vr: 'SQ', Value: [{ '00281050': value(40), '00281051': value(-1) }] } }] },
    }));
    expect(JSON.stringify(usable)).not.toContain('0028105');
  });

  test('that are good stay, with the names the file gives them', () => {
    const dataSet = image({ '00281050': value(40, '-600'), '00281051': value(400, '1500'), '00281055': value('ABDOMEN') });
    expect(withUsableWindows(dataSet)).toEqual(dataSet);
    expect(windowsOf(dataSet)).toEqual([{ center: 40, width: 400, name: 'ABDOMEN' }, { center: -600, width: 1500, name: '' }]);
  });
});

describe('images that browsers show wrongly', () => {
  const syntax = (uid: string): DicomJson => ({ '00083002': value(uid) });
  test.each<[string, DicomJson, string | null]>([
    ['12-bit JPEG', { ...syntax('1.2.840.10008.1.2.4.51'), '00280100': value(16) }, 'jpeg12'],
    ['8-bit JPEG in the same syntax', { ...syntax('1.2.840.10008.1.2.4.51'), '00280100': value(8) }, null],
    ['uncompressed YBR 4:2:2', { ...syntax('1.2.840.10008.1.2.1'), '00280004': value('YBR_FULL_422') }, 'ybr422'],
    ['JPEG in YBR 4:2:2', { ...syntax('1.2.840.10008.1.2.4.50'), '00280004': value('YBR_FULL_422') }, null],
    ['RLE of 32 bits', { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(32) }, 'rleDepth'],
    ['RLE of 16-bit colours', { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(16), '00280002': value(3) }, 'rleDepth'],
    ['RLE of 16-bit grey', { ...syntax('1.2.840.10008.1.2.5'), '00280100': value(16) }, null],
    ['single bits', { ...syntax('1.2.840.10008.1.2.1'), '00280100': value(1) }, 'oneBit'],
    ['a video', syntax('1.2.840.10008.1.2.4.102'), 'video'],
    ['an unknown compression', syntax('1.2.3'), 'format'],
    ['JPEG 2000', { ...syntax('1.2.840.10008.1.2.4.90'), '00280100': value(16) }, null],
    ['an archive that does not say', { '00280100': value(16) }, null],
  ])('%s', (_name, dataSet, refusal) => expect(refusalOf(image(dataSet))).toBe(refusal));
});

describe('colour tables', () => {
  const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
  const descriptors: DicomJson = { '00281101': value(4, 0, 16), '00281102': value(4, 0, 16), '00281103': value(4, 0, 8) };

  test('become numbers, words of 16 bits as well as single bytes', async () => {
    const words = new Uint8Array(Uint16Array.of(0, 1, 256, 65535).buffer);
    const dataSet = await withPalette(image({
      ...descriptors, '00281201': { InlineBinary: base64(words) }, '00281202': value(9, 8, 7, 6), '00281203': { InlineBinary: base64(Uint8Array.of(1, 2, 3, 4)) },
    }));
    expect(dataSet['00281201']?.Value).toEqual([0, 1, 256, 65535]);
    expect(dataSet['00281202']?.Value).toEqual([9, 8, 7, 6]);
    expect(dataSet['00281203']?.Value).toEqual([1, 2, 3, 4]);
  });

  test('are fetched from our own address, whatever host the archive names', async () => {
    const asked: string[] = [];
    globalThis.fetch = (async (path: string) => {
      asked.push(path);
      return new Response(Uint8Array.of(5, 6, 7, 8), { headers: { 'content-type': 'application/octet-stream' } });
    }) as typeof fetch;
    const dataSet = await withPalette(image({ '00281101': value(4, 0, 8), '00281201': { BulkDataURI: 'http://pacs.example:8042/dicom-web/studies/1.2/series/1/instances/2/bulkdata/00281201' } }));
    expect(asked).toEqual(['/dicom-web/studies/1.2/series/1/instances/2/bulkdata/00281201']);
    expect(dataSet['00281201']?.Value).toEqual([5, 6, 7, 8]);
  });
});

test('the first part of a multipart answer is found whatever bytes it has', () => {
  const body = Uint8Array.of(0, 13, 10, 45, 45, 255);
  const whole = new Uint8Array([...new TextEncoder().encode('--abc\r\nContent-Type: x\r\n\r\n'), ...body, ...new TextEncoder().encode('\r\n--abc--\r\n')]);
  expect(firstPart(whole, 'multipart/related; type="x"; boundary="abc"')).toEqual(body);
  expect(firstPart(body, 'application/octet-stream')).toEqual(body);
});

test('the sides of the body follow the picture', () => {
  expect(sidesOf([1, 0, 0])).toEqual(['L']);
  expect(sidesOf([-0.8, 0, 0.6])).toEqual(['R', 'H']);
  // An axial picture: up is forward, the viewer looks from the feet.
  const [up, towardsViewer] = [[0, -1, 0], [0, 0, -1]] as const;
  const right = cross(up, towardsViewer);
  expect([sidesOf(right), sidesOf(opposite(right))]).toEqual([['L'], ['R']]);
});
