import { lookOf } from '@konsil/pixels';
import { enlarged, inverted, transformed, type Affine } from './affine.ts';
import type { Picture } from './picture.ts';
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

test('the magnifier keeps what it points at in its middle', () => {
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
