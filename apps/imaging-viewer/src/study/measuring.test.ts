import { angleOf, areaOf, cobbOf, lengthOf, regionOf, shortAxisOf, type PixelPoint } from './measuring.ts';

const square = { row: 0.5, column: 0.5 };
const flat = { row: 2, column: 1 };

test('lengths and angles are measured in the proportions of the body', () => {
  expect(lengthOf(square, [10, 10], [40, 50])).toBe(25);
  expect(lengthOf(flat, [0, 0], [3, 2])).toBe(5);
  // 45 degrees in the body: two columns wide, one row high.
  expect(
    angleOf(flat, [
      [2, 0],
      [0, 0],
      [2, 1],
    ]),
  ).toBeCloseTo(45);
  expect(
    angleOf(square, [
      [10, 0],
      [0, 0],
      [-10, 10],
    ]),
  ).toBeCloseTo(135);
  expect(
    angleOf(square, [
      [1, 1],
      [1, 1],
      [5, 5],
    ]),
  ).toBeNull();
});

test('the angle between two lines is the same whichever way they are drawn', () => {
  const lines: PixelPoint[] = [
    [0, 0],
    [10, 0],
    [0, 20],
    [10, 25],
  ];
  const [a, b, c, d] = lines as [PixelPoint, PixelPoint, PixelPoint, PixelPoint];
  expect(cobbOf(square, [a, b, c, d])).toBeCloseTo(26.565, 3);
  expect(cobbOf(square, [b, a, c, d])).toBeCloseTo(26.565, 3);
  expect(cobbOf(flat, [a, b, c, d])).toBeCloseTo(45);
});

test('the short axis begins at a right angle to the long one, half as long', () => {
  const [from, to] = [
    [0, 0],
    [8, 4],
  ] as [PixelPoint, PixelPoint];
  const [one, other] = shortAxisOf(flat, from, to);
  expect(lengthOf(flat, one, other)).toBeCloseTo(lengthOf(flat, from, to) / 2);
  expect(angleOf(flat, [to, [4, 2], one])).toBeCloseTo(90);
});

describe('An area', () => {
  const image = { width: 10, height: 10, valueAt: (column: number, row: number) => row * 10 + column };
  test('has mean and deviation of the pixels whose centre is inside', () => {
    expect(
      areaOf(
        'rectangle',
        [
          [4, 4],
          [2, 2],
        ],
        square,
        image,
      ),
    ).toEqual({
      area: 1,
      mean: 27.5,
      deviation: expect.closeTo(Math.sqrt(((5.5 ** 2 + 4.5 ** 2) * 2) / 3), 10),
      least: 22,
      most: 33,
      count: 4,
    });
    const ellipse = areaOf(
      'ellipse',
      [
        [2, 2],
        [6, 6],
      ],
      square,
      image,
    );
    expect(ellipse).toMatchObject({ mean: 38.5, count: 12 });
    expect(ellipse?.area).toBeCloseTo(Math.PI);
  });
  test('keeps its deviation far from zero', () => {
    const far = { ...image, valueAt: (column: number) => 1e8 + (column % 2) };
    expect(
      areaOf(
        'rectangle',
        [
          [0, 0],
          [4, 4],
        ],
        square,
        far,
      )?.deviation,
    ).toBeCloseTo(Math.sqrt(4 / 15));
  });
  test('has no values if a pixel is outside the image, or has none', () => {
    expect(
      areaOf(
        'rectangle',
        [
          [8, 8],
          [12, 9],
        ],
        square,
        image,
      ),
    ).toBeNull();
    expect(
      areaOf(
        'rectangle',
        [
          [2, 2],
          [4, 4],
        ],
        square,
        { ...image, valueAt: () => null },
      ),
    ).toBeNull();
    expect(
      areaOf(
        'ellipse',
        [
          [2, 2],
          [2, 6],
        ],
        square,
        image,
      ),
    ).toBeNull();
  });
});

test('a rectangle counts the pixels whose centres are on its edge', () => {
  const image = { width: 8, height: 8, valueAt: () => 1 };
  expect(
    areaOf(
      'rectangle',
      [
        [2.5, 2.5],
        [4.5, 4.5],
      ],
      square,
      image,
    ),
  ).toMatchObject({ count: 9 });
});

test('a scale holds inside one ultrasound region only', () => {
  const region = (left: number, column: number) => ({
    left,
    top: 0,
    right: left + 100,
    bottom: 100,
    size: { row: 0.1, column },
  });
  const regions = [region(0, 0.1), region(200, 0.3)];
  expect(
    regionOf(regions, [
      [10, 10],
      [50, 50],
    ]),
  ).toBe(regions[0]);
  // The edge belongs to the region.
  expect(
    regionOf(regions, [
      [0, 0],
      [100, 100],
    ]),
  ).toBe(regions[0]);
  expect(
    regionOf(regions, [
      [10, 10],
      [250, 50],
    ]),
  ).toBeNull();
  expect(
    regionOf(
      [region(0, 0.1), region(50, 0.3)],
      [
        [60, 10],
        [90, 10],
      ],
    ),
  ).toBeNull();
});
