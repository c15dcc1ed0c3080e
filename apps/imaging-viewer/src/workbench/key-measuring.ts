import type { MeasuringTool } from '../engine/tool-names.ts';
import { cross } from '../study/orientation.ts';

/** A point on the surface of the picture: pixels from its left and upper edge. */
export type Spot = readonly [right: number, down: number];
/** A point in the body, as the file places it. */
export type Point = [number, number, number];

/** What is measured on: the picture in view. */
export interface Ground {
  imageId: string;
  width: number;
  height: number;
  pointAt: (spot: Spot) => Point;
}
/** A measurement under way: where the crosshair is, and the points that are set. */
export interface Measuring {
  tool: MeasuringTool;
  imageId: string;
  at: Spot;
  points: Point[];
}
export interface Measured {
  next: Measuring | null;
  /** What is told of it. */
  told?: 'aim' | (typeof tellings)[MeasuringTool][number]['set' | 'takenBack'] | 'straight' | 'left';
  /** All points of a finished one: both ends of a length; the start, the vertex and the end of an angle. */
  finished?: Point[];
}

const step = 10;
const fineStep = 1;
/** What is told of each point but the last. */
const tellings = {
  length: [{ set: 'started', takenBack: 'startTaken' }],
  angle: [
    { set: 'angleStarted', takenBack: 'startTaken' },
    { set: 'vertexSet', takenBack: 'vertexTaken' },
  ],
} as const;
const ways: Record<string, Spot> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
const same = (one: Point, other: Point) => one.every((value, axis) => value === other[axis]);
const from = (one: Point, other: Point): Point => [other[0] - one[0], other[1] - one[1], other[2] - one[2]];
const straight = (start: Point, vertex: Point, end: Point) => {
  const [there, on] = [from(vertex, start), from(vertex, end)];
  return Math.hypot(...cross(there, on)) <= 1e-6 * Math.hypot(...there) * Math.hypot(...on);
};

/**
 * What a key does to a measurement: Enter begins one in the middle and sets its points; arrows move the crosshair, with Shift in fine steps;
 * Escape takes the last point back, then the crosshair away. Undefined where the key is not one of them.
 */
export function measureByKey(
  now: Measuring | null,
  tool: MeasuringTool,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { imageId, width, height, pointAt }: Ground,
): Measured | undefined {
  if (!now)
    return key === 'Enter'
      ? { next: { tool, imageId, at: [width / 2, height / 2], points: [] }, told: 'aim' }
      : undefined;
  const { at, points } = now;
  const way = ways[key];
  if (way) {
    const by = shiftKey ? fineStep : step;
    return { next: { ...now, at: [within(at[0] + way[0] * by, width), within(at[1] + way[1] * by, height)] } };
  }
  if (key === 'Escape') {
    const taken = tellings[tool][points.length - 1];
    return taken
      ? { next: { ...now, points: points.slice(0, -1) }, told: taken.takenBack }
      : { next: null, told: 'left' };
  }
  if (key !== 'Enter') return undefined;
  const here = pointAt(at);
  const [start, vertex] = points;
  const last = points.at(-1);
  if (last && same(last, here)) return { next: now };
  if (start && vertex && straight(start, vertex, here)) return { next: now, told: 'straight' };
  const set = tellings[tool][points.length];
  const all = [...points, here];
  return set ? { next: { ...now, points: all }, told: set.set } : { next: { ...now, points: [] }, finished: all };
}
