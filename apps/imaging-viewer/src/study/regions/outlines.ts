import type { Vector } from '../place.ts';
import { distanceFrom, nothingUnplaced, pixelOf, slicesFor, type Slice, type Unplaced } from './image-plane.ts';
import type { Contour } from './read-contours.ts';

/** The outlines of a region on one picture: columns and rows of each point, one after another. */
export interface Outlines {
  slice: Slice;
  paths: Float32Array[];
}

const pointOf = (points: Float32Array, at: number): Vector => [
  points[at] ?? 0,
  points[at + 1] ?? 0,
  points[at + 2] ?? 0,
];

const spanOf = (points: Float32Array) => {
  return ({ plane, reach }: Slice): readonly [number, number] => {
    const first = distanceFrom(plane, pointOf(points, 0));
    // Most slices are too far from most contours: not every point is compared with each.
    if (Math.abs(first) > reach + 1) return [first, first];
    let [least, most] = [first, first];
    for (let at = 3; at < points.length; at += 3) {
      const distance = distanceFrom(plane, pointOf(points, at));
      if (distance < least) least = distance;
      if (distance > most) most = distance;
    }
    return [least, most];
  };
};

const inPicture = ({ plane }: Slice, points: Float32Array): Float32Array => {
  const path = new Float32Array((points.length / 3) * 2);
  for (let at = 0; at < points.length; at += 3) path.set(pixelOf(plane, pointOf(points, at)), (at / 3) * 2);
  return path;
};

const isSame = (a: Float32Array, b: Float32Array): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);
/** The same for the same path, and hardly ever for another one. */
const keyOf = (path: Float32Array): string =>
  `${path.length} ${new Uint32Array(path.buffer).reduce((hash, bits) => Math.imul(hash ^ bits, 16_777_619), 1)}`;

/** Puts the contours of one region on their pictures, by picture; counts those that belong on none. */
export function outlinesOn(
  targets: readonly (readonly Slice[])[],
  contours: readonly Contour[],
): { outlines: Map<string, Outlines>; unplaced: Unplaced } {
  const outlines = new Map<string, Outlines>();
  const known = new Map<string, Float32Array[]>();
  const unplaced = nothingUnplaced();
  for (const { points, names } of contours) {
    for (const slice of slicesFor(targets, spanOf(points), names, unplaced)) {
      const { id } = slice.image;
      const path = inPicture(slice, points);
      const key = `${id} ${keyOf(path)}`;
      const alike = known.get(key) ?? [];
      // A contour that a file has twice would cancel itself out.
      if (alike.some((other) => isSame(other, path))) continue;
      known.set(key, [...alike, path]);
      const there = outlines.get(id) ?? { slice, paths: [] };
      outlines.set(id, there);
      there.paths.push(path);
    }
  }
  return { outlines, unplaced };
}

function signedArea(path: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < path.length; at += 2) {
    const next = (at + 2) % path.length;
    sum += (path[at] ?? 0) * (path[next + 1] ?? 0) - (path[next] ?? 0) * (path[at + 1] ?? 0);
  }
  return sum / 2;
}

function isInside(path: Float32Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0, before = path.length - 2; at < path.length; before = at, at += 2) {
    const [ax, ay, bx, by] = [path[at] ?? 0, path[at + 1] ?? 0, path[before] ?? 0, path[before + 1] ?? 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Very many outlines of one picture are added up without looking for holes. */
const mostCompared = 64;

/** The area inside outlines in square millimetres: an outline within another one is a hole. */
export function areaOf({ slice: { plane }, paths }: Outlines): number {
  const compares = paths.length <= mostCompared;
  const pixels = paths.reduce((sum, path) => {
    const depth = compares
      ? paths.filter((other) => other !== path && isInside(other, path[0] ?? 0, path[1] ?? 0)).length
      : 0;
    return sum + (depth % 2 === 0 ? 1 : -1) * Math.abs(signedArea(path));
  }, 0);
  return pixels * plane.column * plane.row;
}
