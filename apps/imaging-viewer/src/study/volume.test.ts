import type { DicomJson } from '@konsil/pixels';
import { cutOf, planesOf, pointOf, shownIn, slabRange, spotIn, voxelAt, type Voxel } from './reslice.ts';
import type { Image } from './study.ts';
import { fitsMemory, volumeOf, type VolumeGrid } from './volume.ts';

interface Made {
  position: number[];
  cosines?: number[];
  columns?: number;
  spacing?: { row: number; column: number; scale?: string };
  space?: string;
  unit?: string;
  photometric?: string;
  samplesPerPixel?: number;
  refusal?: string | null;
}
const axial = [1, 0, 0, 0, 1, 0];
const anImage = ({
  position,
  cosines = axial,
  columns = 4,
  spacing = { row: 0.5, column: 0.25 },
  space = '1.2',
  unit = 'HU',
  photometric = 'MONOCHROME2',
  samplesPerPixel = 1,
  refusal = null,
}: Made): Image => {
  const dataSet: DicomJson = {
    '00200037': { vr: 'DS', Value: cosines },
    '00200032': { vr: 'DS', Value: position },
    '00200052': { vr: 'UI', Value: [space] },
  };
  return {
    id: position.join(),
    frame: 1,
    instance: {
      dataSet,
      columns,
      rows: 3,
      photometric,
      samplesPerPixel,
      refusal,
      spacingOf: () => ({ scale: 'body', ...spacing }),
      lookOf: () => ({ unit }),
    },
  } as unknown as Image;
};
const stack = (change: (made: Made, index: number) => Made = (made) => made, count = 6): Image[] =>
  Array.from({ length: count }, (_, index) => anImage(change({ position: [-10, 20, index * 3] }, index)));
const gridOf = (images: Image[]): VolumeGrid => {
  const grid = volumeOf({ images });
  if (typeof grid === 'string') throw new Error(grid);
  return grid;
};

test('parallel images at equal distances are a volume, in whichever order they come', () => {
  const images = stack().reverse();
  const { size, spacing, origin, axes, images: sorted } = gridOf(images);
  expect({ size, spacing, origin, axes }).toEqual({
    size: [4, 3, 6],
    spacing: [0.25, 0.5, 3],
    origin: [-10, 20, 0],
    axes: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  expect(sorted).toEqual([...images].reverse());
});

test('distances that differ by rounding are equal', () => {
  expect(
    gridOf(stack((made, index) => ({ position: [-10, 20, Math.round(index * 0.7 * 100) / 100] }))).spacing[2],
  ).toBeCloseTo(0.7);
});

test('rounded directions in the files still form one volume', () => {
  const rounded = [0.7071, 0.7071, 0, 0, 0, -1];
  const { spacing, axes } = gridOf(
    stack((_made, index) => ({ position: [-2.1213 * index, 2.1213 * index, 0], cosines: rounded })),
  );
  expect(spacing[2]).toBeCloseTo(3);
  expect(axes.map((axis) => Math.hypot(...axis))).toEqual([1, 1, 1].map((one) => expect.closeTo(one, 10)));
});

test.each<[string, Image[]]>([
  ['few', stack(undefined, 4)],
  ['gap', stack((made, index) => ({ position: [-10, 20, index * 3 + (index > 2 ? 3 : 0)] }))],
  ['distances', stack((made, index) => ({ position: [-10, 20, index * 3 + (index === 2 ? 0.4 : 0)] }))],
  // Each step is nearly the same, and yet the last slice is elsewhere.
  ['distances', stack((made, index) => ({ position: [-10, 20, 3 * index + 0.002 * index * index] }), 60)],
  ['twice', [...stack(), anImage({ position: [-10, 20, 6] })]],
  ['tilted', stack((made, index) => ({ position: [-10, 20 + index * 0.4, index * 3] }))],
  [
    'orientations',
    stack((made, index) => (index === 3 ? { ...made, cosines: [0.999, 0.0447, 0, -0.0447, 0.999, 0] } : made)),
  ],
  ['sizes', stack((made, index) => (index === 3 ? { ...made, columns: 5 } : made))],
  ['sizes', stack((made, index) => (index === 3 ? { ...made, spacing: { row: 0.5, column: 0.26 } } : made))],
  ['space', stack((made, index) => (index === 3 ? { ...made, space: '9.9' } : made))],
  ['units', stack((made, index) => (index === 3 ? { ...made, unit: 'SUV' } : made))],
  ['shades', stack((made, index) => (index === 3 ? { ...made, photometric: 'MONOCHROME1' } : made))],
  ['colour', stack((made) => ({ ...made, photometric: 'RGB', samplesPerPixel: 3 }))],
  ['places', stack((made) => ({ ...made, cosines: [] }))],
  ['places', stack((made) => ({ ...made, spacing: { row: 1, column: 1, scale: 'detector' } }))],
  ['refused', stack((made, index) => (index === 3 ? { ...made, refusal: 'jpeg12' } : made))],
  ['large', stack((made) => ({ ...made, columns: 20_000_000 }))],
])('other images are refused: %s', (why, images) => {
  expect(volumeOf({ images })).toBe(why);
});

test('500 slices of a CT fit, as 16-bit values', () => {
  expect([fitsMemory([512, 512, 500], 2), fitsMemory([512, 512, 500], 4)]).toEqual([true, false]);
});

/** Values that tell their voxel: slice, row and column as digits. */
const numbered = ({ size: [columns, rows, slices] }: VolumeGrid): Int16Array =>
  Int16Array.from({ length: columns * rows * slices }, (_, at) => {
    const [column, row, slice] = [at % columns, Math.floor(at / columns) % rows, Math.floor(at / columns / rows)];
    return slice * 100 + row * 10 + column;
  });
const single = { thickness: 0, how: 'most' } as const;

const acquisitions: [string, number[], (index: number) => number[]][] = [
  ['axial', axial, (index) => [0, 0, 3 * index]],
  ['axial, read from above', [-1, 0, 0, 0, 1, 0], (index) => [0, 0, 3 * index]],
  ['coronal', [1, 0, 0, 0, 0, -1], (index) => [0, 3 * index, 0]],
  ['sagittal', [0, 1, 0, 0, 0, -1], (index) => [3 * index, 0, 0]],
  [
    'oblique',
    [0.8, 0.6, 0, -0.6, 0.8, 0].map((part, at) => (at > 2 ? ([0, 0, -1][at - 3] ?? 0) : part)),
    (index) => [-0.6 * 3 * index, 0.8 * 3 * index, 0],
  ],
];

describe.each(acquisitions)('A volume of %s images', (_name, cosines, position) => {
  const grid = gridOf(stack((_made, index) => ({ position: position(index), cosines })));
  const values = numbered(grid);
  const planes = planesOf(grid);
  const voxels: Voxel[] = [];
  for (let slice = 0; slice < 6; slice += 1)
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 4; column += 1) voxels.push([column, row, slice]);

  test('has the voxel below the crosshair with one value in all three planes', () => {
    for (const voxel of voxels)
      for (const plane of planes) {
        const cut = cutOf(grid, values, plane, { index: voxel[plane.across], slab: single });
        const { x, y } = spotIn(grid, plane, voxel);
        expect(cut.values[y * cut.width + x]).toBe(voxel[2] * 100 + voxel[1] * 10 + voxel[0]);
        expect(shownIn(grid, plane, cut, voxel)).toBe(voxel[2] * 100 + voxel[1] * 10 + voxel[0]);
        expect(voxelAt(grid, plane, { x: x + 0.7, y: y + 0.2 }, voxel)).toEqual(voxel);
      }
  });

  test('has letters and scale that agree with the places of its voxels', () => {
    for (const { across, right, down, sides } of planes) {
      expect([across, right.axis, down.axis].sort()).toEqual([0, 1, 2]);
      const moved = (way: typeof right): number[] => {
        const to: [number, number, number] = [1, 1, 1];
        to[way.axis] += way.forwards ? 1 : -1;
        const [from, end] = [pointOf(grid, [1, 1, 1]), pointOf(grid, to)];
        return end.map((part, axis) => part - (from[axis] ?? 0));
      };
      for (const [way, letters] of [
        [right, sides.right],
        [down, sides.bottom],
      ] as const) {
        const step = moved(way);
        // One step on the screen is one spacing in the body, towards the letter at that edge.
        expect(Math.hypot(...step)).toBeCloseTo(grid.spacing[way.axis]);
        const main = step.map(Math.abs).indexOf(Math.max(...step.map(Math.abs)));
        expect(letters[0]).toBe((['LR', 'PA', 'HF'][main] ?? '')[(step[main] ?? 0) > 0 ? 0 : 1]);
      }
    }
  });
});

test('planes have the radiological orientation: right at the left, head at the top', () => {
  const shown = planesOf(gridOf(stack())).map(({ plane, sides }) => [plane, sides.left, sides.top]);
  expect(shown).toEqual([
    ['axial', ['R'], ['A']],
    ['coronal', ['R'], ['H']],
    ['sagittal', ['A'], ['H']],
  ]);
});

describe('A slab', () => {
  const grid = gridOf(stack());
  const [axialPlane] = planesOf(grid);
  if (!axialPlane) throw new Error('no plane');
  const values = numbered(grid);
  const first = (thickness: number, how: 'most' | 'least' | 'mean', index = 2) =>
    cutOf(grid, values, axialPlane, { index, slab: { thickness, how } }).values[0];

  test('shows the highest, lowest or mean value of its slices', () => {
    expect([first(9, 'most'), first(9, 'least'), first(9, 'mean')]).toEqual([300, 100, 200]);
  });
  test('ends at the edge of the volume, and says how thick it is there', () => {
    expect(first(9, 'least', 0)).toBe(0);
    expect(slabRange(grid, axialPlane, 0, { thickness: 9 })).toEqual({ first: 0, last: 1, millimetres: 6 });
    expect(slabRange(grid, axialPlane, 3, { thickness: 10 })).toEqual({ first: 2, last: 4, millimetres: 9 });
  });
  test.each<['most' | 'least' | 'mean', number]>([
    ['most', 200],
    ['least', 100],
    ['mean', 150],
  ])('leaves out padding, which was not measured: %s', (how, expected) => {
    // The padding of one slice is a value of another.
    const padding = grid.images.map((_, slice) => (slice === 3 ? ([299.5, 300.5] as const) : null));
    const cut = cutOf(grid, values, axialPlane, { index: 2, slab: { thickness: 9, how }, padding });
    expect(cut.values[0]).toBe(expected);
  });
  test('of nothing but padding shows it, as a single slice does', () => {
    const padding = grid.images.map(() => [-1, 1000] as const);
    const cut = cutOf(grid, values, axialPlane, { index: 2, slab: { thickness: 9, how: 'mean' }, padding });
    expect(cut.values[0]).toBe(200);
  });
  test('reports the value that it shows, not the value of its middle slice', () => {
    const cut = cutOf(grid, values, axialPlane, { index: 2, slab: { thickness: 9, how: 'most' } });
    expect(shownIn(grid, axialPlane, cut, [3, 1, 2])).toBe(313);
  });
});
