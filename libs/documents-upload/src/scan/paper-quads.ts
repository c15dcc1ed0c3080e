import { angleBetween, intersection, radians } from './lines.ts';
import type { Line } from './lines.ts';
import { cross } from './quad.ts';
import type { Point, Quad, Size } from './quad.ts';

export const distanceBetween = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
export const areaOf = ([a, b, c, d]: Quad) => (cross(a, b, c) + cross(a, c, d)) / 2;
export const sidesOf = (quad: Quad): [Point, Point][] => quad.map((from, at) => [from, quad[(at + 1) % 4] as Point]);

/** The unit normal that points out of a quadrilateral in clockwise order. */
export const outwardNormal = (from: Point, to: Point): Point => {
  const length = distanceBetween(from, to) || 1;
  return { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
};

/** Clockwise, beginning at the corner nearest to the top left. */
const inReadingOrder = (points: Point[]): Quad => {
  const middle = {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
  const around = [...points].sort(
    (a, b) => Math.atan2(a.y - middle.y, a.x - middle.x) - Math.atan2(b.y - middle.y, b.x - middle.x),
  );
  const first = around.reduce(
    (best, { x, y }, at) => (x + y < (around[best]?.x ?? 0) + (around[best]?.y ?? 0) ? at : best),
    0,
  );
  return [...around.slice(first), ...around.slice(0, first)] as unknown as Quad;
};

/** The smallest share of the photo that a paper fills. */
const smallestShare = 0.15;

/** True for the picture of a rectangle as a phone sees it: large, convex, not too slanted. */
export const isPaperShaped = (quad: Quad, { width, height }: Size): boolean => {
  if (quad.some(({ x, y }) => x < -2 || y < -2 || x > width + 1 || y > height + 1)) return false;
  if (areaOf(quad) < smallestShare * width * height) return false;
  const lengths = sidesOf(quad).map(([from, to]) => distanceBetween(from, to));
  const [top = 0, right = 0, bottom = 0, left = 0] = lengths;
  if (Math.min(top, bottom) < 0.45 * Math.max(top, bottom) || Math.min(left, right) < 0.45 * Math.max(left, right))
    return false;
  return quad.every((corner, at) => {
    const [before, after] = [quad.at(at - 1) ?? corner, quad[(at + 1) % 4] ?? corner];
    const sine = cross(before, corner, after) / (distanceBetween(before, corner) * distanceBetween(corner, after));
    return sine > Math.sin(radians(48));
  });
};

/** All paper-shaped quadrilaterals of two pairs of facing lines. */
export const paperQuads = (lines: readonly Line[], size: Size): Quad[] => {
  const facing = lines.flatMap((a, at) =>
    lines.slice(at + 1).flatMap((b): [Line, Line][] => (angleBetween(a, b) < 28 ? [[a, b]] : [])),
  );
  return facing.flatMap(([a, b], at) =>
    facing.slice(at + 1).flatMap(([c, d]): Quad[] => {
      if (angleBetween(a, c) < 45 || angleBetween(b, d) < 45) return [];
      const points = [a, b].flatMap((side) => [c, d].flatMap((across) => intersection(side, across, size) ?? []));
      if (points.length < 4) return [];
      const quad = inReadingOrder(points);
      return isPaperShaped(quad, size) ? [quad] : [];
    }),
  );
};
