import type { DicomJson } from '@konsil/pixels';
import { firstShift, linkageOf, partnerOf, shiftBetween } from './linking.ts';
import { slicePosition, thicknessOf } from './place.ts';
import type { Image, Series } from './study.ts';

const axial = [1, 0, 0, 0, 1, 0];
const coronal = [1, 0, 0, 0, 0, -1];
const picture = (dataSet: DicomJson): Image => ({ frame: 1, instance: { dataSet } }) as unknown as Image;
const slice = (z: number, space: string, cosines = axial, more: DicomJson = {}): Image =>
  picture({
    '00200037': { Value: cosines },
    '00200032': { Value: [-100, -100, z] },
    '00200052': { Value: [space] },
    ...more,
  });
const series = (images: Image[]): Series => ({ key: 'a', uid: 'a', images }) as unknown as Series;
const stack = (from: number, step: number, count: number, space = '1.2', cosines = axial): Series =>
  series(Array.from({ length: count }, (_, index) => slice(from + index * step, space, cosines)));

describe('Two series beside each other', () => {
  test('are linked by position in one coordinate system', () => {
    const [thick, thin] = [stack(-100, 5, 20), stack(0, -1, 100)];
    expect(linkageOf(thick, thin)).toBe('sameSpace');
    expect(partnerOf(thick, 10, thin, { linkage: 'sameSpace', shift: 0 })).toEqual({ index: 50, within: true });
    expect(partnerOf(thin, 52, thick, { linkage: 'sameSpace', shift: 0 })).toEqual({ index: 10, within: true });
  });

  test('say where the other one has no picture of this level', () => {
    const [long, short] = [stack(0, 5, 40), stack(0, 5, 10)];
    expect(partnerOf(long, 30, short, { linkage: 'sameSpace', shift: 0 })).toEqual({ index: 9, within: false });
    // Half a step beyond the last picture still counts as its level, and half a millimetre more.
    expect(partnerOf(stack(48, 1, 2), 0, short, { linkage: 'sameSpace', shift: 0 })).toEqual({
      index: 9,
      within: true,
    });
    expect(partnerOf(stack(49, 1, 2), 0, short, { linkage: 'sameSpace', shift: 0 })).toEqual({
      index: 9,
      within: false,
    });
  });

  test('start at the same position in two examinations, and keep a shift set by hand', () => {
    const [now, prior] = [stack(-200, 3, 60, '1.2'), stack(-190, 3, 60, '9.9')];
    expect(linkageOf(now, prior)).toBe('parallel');
    expect(firstShift(now, prior, 'parallel')).toBe(0);
    expect(partnerOf(now, 10, prior, { linkage: 'parallel', shift: 0 }).index).toBe(7);
    const shift = shiftBetween(now, 10, prior, 12, 'parallel');
    expect(partnerOf(now, 11, prior, { linkage: 'parallel', shift }).index).toBe(13);
    // The other series leads, with the same pairs.
    const back = shiftBetween(prior, 12, now, 10, 'parallel');
    expect(partnerOf(prior, 13, now, { linkage: 'parallel', shift: back }).index).toBe(11);
  });

  test('that do not overlap start with their middles beside each other', () => {
    const [now, prior] = [stack(1000, 5, 11, '1.2'), stack(-50, 5, 11, '9.9')];
    const shift = firstShift(now, prior, 'parallel');
    expect(partnerOf(now, 5, prior, { linkage: 'parallel', shift })).toEqual({ index: 5, within: true });
    // One common position is an overlap.
    expect(firstShift(stack(0, 5, 11), stack(50, 5, 11, '9.9'), 'parallel')).toBe(0);
  });

  test('follow also if their rows and columns run the other way', () => {
    const turned = series([0, 5, 10].map((z) => slice(z, '1.2', [-1, 0, 0, 0, 1, 0])));
    expect(linkageOf(stack(0, 5, 3), turned)).toBe('sameSpace');
    expect(partnerOf(stack(0, 5, 3), 2, turned, { linkage: 'sameSpace', shift: 0 })).toEqual({
      index: 2,
      within: true,
    });
  });

  test('are not linked across planes, or if only one has positions', () => {
    const without = series([picture({}), picture({})]);
    expect(linkageOf(stack(0, 5, 3), stack(0, 5, 3, '1.2', coronal))).toBeNull();
    expect(linkageOf(stack(0, 5, 3), without)).toBeNull();
    expect(linkageOf(without, series([picture({})]))).toBeNull();
  });

  test('follow by number if they have no positions, but not beyond the ends', () => {
    const [a, b] = [5, 3].map((count) => series(Array.from({ length: count }, () => picture({})))) as [Series, Series];
    expect(linkageOf(a, b)).toBe('byNumber');
    expect(partnerOf(a, 1, b, { linkage: 'byNumber', shift: 1 })).toEqual({ index: 2, within: true });
    expect(partnerOf(a, 4, b, { linkage: 'byNumber', shift: 0 })).toEqual({ index: 2, within: false });
  });
});

test('position and thickness are shown only as the file declares them', () => {
  expect(slicePosition(slice(-212, '1'))).toEqual({ axis: 'z', millimetres: -212 });
  expect(slicePosition(slice(-212, '1', coronal))).toEqual({ axis: 'y', millimetres: -100 });
  expect(slicePosition(slice(0, '1', [1, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2]))?.axis).toBeNull();
  expect(slicePosition(picture({ '00200032': { Value: [0, 0, 5] } }))).toBeNull();
  expect(thicknessOf(slice(0, '1', axial, { '00180050': { Value: [3] } }))).toBe(3);
  expect(thicknessOf(slice(0, '1', axial, { '00180050': { Value: [0] } }))).toBeNull();
  const shared = {
    '52009229': { vr: 'SQ', Value: [{ '00289110': { vr: 'SQ', Value: [{ '00180050': { Value: [1.5] } }] } }] },
  };
  expect(thicknessOf(picture(shared))).toBe(1.5);
});
