import type { MeasurementKind } from '@konsil/contracts/measurements';

/** Columns and rows from the edge of the image's first pixel. */
export type PixelPoint = readonly [column: number, row: number];

/** The points of a finished measurement: both ends; long and short axis; start, vertex, end; two lines; two corners. */
export const pointsOf: Record<MeasurementKind, number> = {
  length: 2,
  bidirectional: 4,
  angle: 3,
  cobb: 4,
  ellipse: 2,
  rectangle: 2,
  arrow: 2,
};

/** The size of a pixel in any unit. */
export interface PixelSize {
  row: number;
  column: number;
}

type Way = readonly [number, number];
const between = ({ row, column }: PixelSize, from: PixelPoint, to: PixelPoint): Way => [
  (to[0] - from[0]) * column,
  (to[1] - from[1]) * row,
];
export const lengthOf = (size: PixelSize, from: PixelPoint, to: PixelPoint): number =>
  Math.hypot(...between(size, from, to));

/** Degrees between two directions; null while one has no length. */
function degrees([ax, ay]: Way, [bx, by]: Way): number | null {
  if (Math.hypot(ax, ay) === 0 || Math.hypot(bx, by) === 0) return null;
  return (Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by)) * 180) / Math.PI;
}

/** At the vertex, in the body's proportions. */
export const angleOf = (size: PixelSize, [start, vertex, end]: readonly PixelPoint[]): number | null =>
  start && vertex && end ? degrees(between(size, vertex, start), between(size, vertex, end)) : null;

/** Between two lines: never more than a right angle. */
export function cobbOf(size: PixelSize, [a, b, c, d]: readonly PixelPoint[]): number | null {
  if (!a || !b || !c || !d) return null;
  const found = degrees(between(size, a, b), between(size, c, d));
  return found === null ? null : Math.min(found, 180 - found);
}

/** The short axis that a long one begins with: half as long, through its middle, at a right angle in the body. */
export function shortAxisOf({ row, column }: PixelSize, from: PixelPoint, to: PixelPoint): [PixelPoint, PixelPoint] {
  const [x, y] = between({ row, column }, from, to);
  const middle: PixelPoint = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const [dx, dy] = [-y / 4 / column, x / 4 / row];
  return [
    [middle[0] + dx, middle[1] + dy],
    [middle[0] - dx, middle[1] - dy],
  ];
}

export interface AreaNumbers {
  /** In the square of the pixel size's unit. */
  area: number;
  mean: number;
  /** Standard deviation of the sample; null for a single pixel. */
  deviation: number | null;
  least: number;
  most: number;
  /** Pixels whose centre is inside. */
  count: number;
}

/**
 * Area and values of an ellipse or rectangle between two corners.
 * @param valueAt null for a pixel without a value
 * @returns null without any pixel, or if one of them is outside the image or has no value
 */
export function areaOf(
  kind: 'ellipse' | 'rectangle',
  [one, other]: readonly PixelPoint[],
  size: PixelSize,
  {
    width,
    height,
    valueAt,
  }: { width: number; height: number; valueAt: (column: number, row: number) => number | null },
): AreaNumbers | null {
  if (!one || !other) return null;
  const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
  const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [radiusX, radiusY] = [(right - left) / 2, (bottom - top) / 2];
  if (!(radiusX > 0 && radiusY > 0)) return null;
  let [count, sum, squares, least, most] = [0, 0, 0, Infinity, -Infinity];
  // Around the first value, so that no digits are lost.
  let base: number | null = null;
  for (let row = Math.floor(top); row < bottom; row += 1) {
    for (let column = Math.floor(left); column < right; column += 1) {
      const [x, y] = [column + 0.5, row + 0.5];
      const inside =
        kind === 'rectangle'
          ? x >= left && x <= right && y >= top && y <= bottom
          : ((x - middleX) / radiusX) ** 2 + ((y - middleY) / radiusY) ** 2 <= 1;
      if (!inside) continue;
      const value = column < 0 || row < 0 || column >= width || row >= height ? null : valueAt(column, row);
      if (value === null) return null;
      base ??= value;
      count += 1;
      sum += value - base;
      squares += (value - base) ** 2;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (count === 0 || base === null) return null;
  const area = (kind === 'ellipse' ? Math.PI * radiusX * radiusY : 4 * radiusX * radiusY) * size.row * size.column;
  return {
    area,
    mean: base + sum / count,
    deviation: count > 1 ? Math.sqrt(Math.max(0, (squares - (sum * sum) / count) / (count - 1))) : null,
    least,
    most,
    count,
  };
}

/** An ultrasound region with a scale in centimetres; pixels across regions have none. */
export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
  size: PixelSize;
}

/** The scale that holds for all points; null where they lie in several regions or none. */
export const regionOf = (regions: readonly Region[], points: readonly PixelPoint[]): Region | null => {
  const around = regions.filter(({ left, top, right, bottom }) =>
    points.every(([x, y]) => x >= left && x <= right && y >= top && y <= bottom),
  );
  // Overlapping regions with two different scales give no scale.
  const [first] = around;
  return first && around.every(({ size }) => size.row === first.size.row && size.column === first.size.column)
    ? first
    : null;
};
