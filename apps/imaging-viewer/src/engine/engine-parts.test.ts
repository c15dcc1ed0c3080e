import { lookOf } from '@konsil/pixels';
import { enlarged, inverted, transformed, type Affine } from './affine.ts';
import type { Image } from '../study/study.ts';
import { drawingsFor } from './drawings.ts';
import { brightened, fillPixels, type Picture } from './picture.ts';
import { valueAt } from './probe.ts';

test('a transformation and its inverse lead back, also rotated and mirrored', () => {
  for (const there of [
    [2, 0, 0, 3, 40, 50],
    [0, 2, -2, 0, 300, 10],
    [-1.5, 0, 0, 1.5, 200, 7],
  ] as Affine[]) {
    const back = inverted(there);
    const [x, y] = transformed(back as Affine, transformed(there, [12.25, 30.5]));
    expect([x, y]).toEqual([expect.closeTo(12.25), expect.closeTo(30.5)]);
  }
  expect(inverted([1, 1, 1, 1, 0, 0])).toBeNull();
});

test('the magnifier shows the point under the pointer in its middle', () => {
  const lens = enlarged([2, 0, 0, 2, 40, 50], 2.5, [100, 120], [110, 110]);
  // The image pixel below [100, 120] is [30, 35].
  expect(transformed(lens, [30, 35])).toEqual([110, 110]);
  expect(transformed(lens, [31, 35])).toEqual([115, 110]);
});

test('the value under the cursor is the modality value with its unit; padding has none', () => {
  const look = lookOf(
    {
      '00080060': { Value: ['CT'] },
      '00281052': { Value: [-1024] },
      '00281053': { Value: [1] },
      '00280101': { Value: [16] },
      '00280103': { Value: [1] },
      '00280120': { Value: [-2000] },
    },
    0,
  );
  const picture: Picture = {
    kind: 'grey',
    values: Int16Array.of(-1024, 40, -3024),
    look,
    range: [-1024, 40],
    own: { center: 40, width: 400, shape: 'linear' },
  };
  expect(valueAt(picture, 1)).toEqual({ value: 40, unit: 'HU', range: 1064 });
  expect([valueAt(picture, 2), valueAt(picture, 7)]).toEqual([null, null]);
  expect(valueAt({ kind: 'ready', samples: Uint8Array.of(1) }, 0)).toBeNull();
});

test.each(['MONOCHROME2', 'MONOCHROME1'])('brighter is brighter on the screen in %s, also swapped', (photometric) => {
  const picture: Picture = {
    kind: 'grey',
    values: Int16Array.of(40),
    look: lookOf({ '00280004': { Value: [photometric] } }, 0),
    range: [0, 100],
    own: { center: 50, width: 100, shape: 'linear' },
  };
  for (const inverted of [false, true]) {
    const shadeAfter = (by: 1 | -1 | 0) => {
      const pixels = new Uint8ClampedArray(4);
      const view = { window: null, inverted, bare: false };
      fillPixels(picture, { ...view, window: by === 0 ? null : brightened(picture, view, by) }, pixels);
      return pixels[0] ?? 0;
    };
    expect(shadeAfter(1)).toBeGreaterThan(shadeAfter(0));
    expect(shadeAfter(-1)).toBeLessThan(shadeAfter(0));
  }
  expect(
    brightened({ kind: 'ready', samples: Uint8Array.of(1) }, { window: null, inverted: false, bare: false }, 1),
  ).toBeNull();
});

test('the drawings of a file are white on every picture until they are hidden', () => {
  const drawings = { covered: Uint8Array.of(0, 1), missing: false };
  const shades = (picture: Picture, view: { inverted: boolean; bare: boolean }) => {
    const pixels = new Uint8ClampedArray(8);
    fillPixels({ ...picture, drawings }, { window: null, ...view }, pixels);
    return [pixels[0], pixels[4]];
  };
  const grey: Picture = {
    kind: 'grey',
    values: Uint8Array.of(51, 102),
    look: lookOf({}, 0),
    range: [51, 102],
    own: { center: 127.5, width: 255, shape: 'exact' },
  };
  const ready: Picture = { kind: 'ready', samples: Uint8Array.of(51, 51, 51, 255, 102, 102, 102, 255) };
  for (const picture of [grey, ready]) {
    expect(shades(picture, { inverted: false, bare: false })).toEqual([51, 255]);
    expect(shades(picture, { inverted: true, bare: false })).toEqual([204, 255]);
    expect(shades(picture, { inverted: false, bare: true })).toEqual([51, 102]);
  }
});

test('overlay bits are fetched once for all frames, and reported as missing on failure', async () => {
  const numbers = (...Value: number[]) => ({ Value });
  const imagesOf = (bulkData: (uri: string) => Promise<Uint8Array>) => {
    const instance = {
      dataSet: {
        '60020010': numbers(1),
        '60020011': numbers(2),
        '60020015': numbers(2),
        '60020100': numbers(1),
        '60023000': { vr: 'OW', BulkDataURI: '/bulkdata/60023000' },
      },
      columns: 2,
      rows: 1,
      bulkData,
    };
    return [1, 2].map((frame) => ({ id: '', frame, instance }) as unknown as Image);
  };
  const [pixels, frame] = [{ samples: Uint8Array.of(1, 2) }, { transferSyntax: '1.2.840.10008.1.2.4.50' }];
  const fetched: string[] = [];
  const drawn = await Promise.all(
    imagesOf(async (uri) => {
      fetched.push(uri);
      return Uint8Array.of(0b1001, 0);
    }).map((image) => drawingsFor(image, pixels, frame)),
  );
  expect(drawn).toEqual([
    { covered: Uint8Array.of(1, 0), missing: false },
    { covered: Uint8Array.of(0, 1), missing: false },
  ]);
  expect(fetched).toEqual(['/bulkdata/60023000']);
  const [image] = imagesOf(() => Promise.reject(new Error('unreachable')));
  expect(await drawingsFor(image as Image, pixels, frame)).toEqual({ covered: null, missing: true });
});
