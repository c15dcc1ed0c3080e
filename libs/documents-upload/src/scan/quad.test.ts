import { quadOf } from '../testing/made-photos.ts';
import { aspectOf, homography, isStraightenable, mapped, pageSize, turnedQuad, wholePhoto } from './quad.ts';
import type { Point, Quad } from './quad.ts';

const slanted = quadOf([0.2, 0.1], [0.9, 0.2], [0.8, 0.9], [0.1, 0.7]);

/** A paper of 1 by √2, turned about two axes, as a phone with this focal length (in long sides) sees it. */
const seen = (tilt: number, swing: number, focus: number): Quad =>
  [
    [-0.5, -Math.SQRT1_2],
    [0.5, -Math.SQRT1_2],
    [0.5, Math.SQRT1_2],
    [-0.5, Math.SQRT1_2],
  ].map(([x = 0, y = 0]): Point => {
    const [sideways, depth] = [x * Math.cos(swing), x * Math.sin(swing)];
    const [upright, far] = [
      y * Math.cos(tilt) - depth * Math.sin(tilt),
      y * Math.sin(tilt) + depth * Math.cos(tilt) + 2.4 * focus,
    ];
    // A photo of 3000 by 4000 pixels: the focal length counts in its height.
    return { x: 0.5 + (focus * sideways) / far / 0.75, y: 0.5 + (focus * upright) / far };
  }) as unknown as Quad;

test('maps the corners of a page to the corners in the photo, and straight lines to straight lines', () => {
  const placeOf = (u: number, v: number) => mapped(homography(slanted), u, v);
  const [topLeft, topRight, bottomRight, bottomLeft] = slanted;
  for (const [u, v, corner] of [
    [0, 0, topLeft],
    [1, 0, topRight],
    [1, 1, bottomRight],
    [0, 1, bottomLeft],
  ] as const) {
    expect(placeOf(u, v).x).toBeCloseTo(corner.x, 9);
    expect(placeOf(u, v).y).toBeCloseTo(corner.y, 9);
  }
  // The diagonals meet in the middle of the page, not of the quadrilateral.
  const middle = placeOf(0.5, 0.5);
  const cross = (a: Point, b: Point) => (b.x - a.x) * (middle.y - a.y) - (b.y - a.y) * (middle.x - a.x);
  expect(cross(topLeft, bottomRight)).toBeCloseTo(0, 9);
  expect(cross(topRight, bottomLeft)).toBeCloseTo(0, 9);
});

test.each([
  [0.4, 0.3, 0.72],
  [0.6, -0.4, 0.9],
  [0.5, 0, 0.72],
  [0, 0.5, 0.72],
  [0.05, 0.02, 0.72],
])('estimates the proportions of a paper seen at an angle (%f, %f, focal length %f)', (tilt, swing, focus) => {
  expect(aspectOf(seen(tilt, swing, focus), { width: 3000, height: 4000 })).toBeCloseTo(Math.SQRT1_2, 1.7);
});

test("makes a page at the photo's resolution, within the limit", () => {
  const photo = { width: 3000, height: 4000 };
  expect(pageSize(wholePhoto, photo, 16e6)).toEqual(photo);
  const small = pageSize(wholePhoto, photo, 3e6);
  expect(small).toEqual({ width: 1500, height: 2000 });
});

test('the corners of a rotated photo stay in reading order', () => {
  expect(turnedQuad(wholePhoto)).toEqual(wholePhoto);
  const [topLeft] = turnedQuad(slanted);
  expect(topLeft.x).toBeCloseTo(0.3);
  expect(topLeft.y).toBeCloseTo(0.1);
});

test('a corner beyond the line of its neighbours cannot be straightened', () => {
  expect(isStraightenable(slanted)).toBe(true);
  const [topLeft, topRight, , bottomLeft] = slanted;
  expect(isStraightenable([topLeft, topRight, { x: 0.3, y: 0.3 }, bottomLeft])).toBe(false);
  expect(isStraightenable([topRight, topLeft, bottomLeft, slanted[2]])).toBe(false);
});
