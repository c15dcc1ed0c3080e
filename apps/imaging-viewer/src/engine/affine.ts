/** A 2D transformation in the order of a canvas: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
/** A point, x and y. */
export type Spot = readonly [number, number];

export const transformed = ([a, b, c, d, e, f]: Affine, [x, y]: Spot): Spot => [a * x + c * y + e, b * x + d * y + f];

/** @returns null if it cannot be inverted */
export function inverted([a, b, c, d, e, f]: Affine): Affine | null {
  const area = a * d - b * c;
  if (!Number.isFinite(area) || area === 0) return null;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Enlarges around a spot of the canvas, which comes to lie at `at`. */
export const enlarged = ([a, b, c, d, e, f]: Affine, factor: number, [x, y]: Spot, [left, top]: Spot): Affine => [
  a * factor,
  b * factor,
  c * factor,
  d * factor,
  (e - x) * factor + left,
  (f - y) * factor + top,
];
