import type { MeasuringTool } from '../engine/tool-names.ts';
import { cross } from '../study/orientation.ts';

/** Canvas coordinates: pixels from the left and top edge. */
export type CanvasPoint = readonly [right: number, down: number];
/** Patient coordinates. */
export type Point = [number, number, number];

/** The surface to measure on: the visible picture. */
export interface MeasuringSurface {
  imageId: string;
  width: number;
  height: number;
  pointAt: (spot: CanvasPoint) => Point;
}
/** A measurement in progress: crosshair and points. */
export interface Measuring {
  tool: MeasuringTool;
  imageId: string;
  at: CanvasPoint;
  points: Point[];
}
export interface KeyMeasurement {
  next: Measuring | null;
  /** The text to announce. */
  told?: 'aim' | (typeof tellings)[MeasuringTool][number]['set' | 'takenBack'] | 'straight' | 'left';
  /** All points of a finished one: both ends of a length; start, vertex and end of an angle. */
  finished?: Point[];
}

const step = 10;
const fineStep = 1;
/** The announcement for each point but the last. */
const twoPoints = [{ set: 'started', takenBack: 'startTaken' }] as const;
const tellings = {
  length: twoPoints,
  bidirectional: twoPoints,
  arrow: twoPoints,
  ellipse: [{ set: 'cornerSet', takenBack: 'startTaken' }],
  rectangle: [{ set: 'cornerSet', takenBack: 'startTaken' }],
  angle: [
    { set: 'angleStarted', takenBack: 'startTaken' },
    { set: 'vertexSet', takenBack: 'vertexTaken' },
  ],
  cobb: [
    { set: 'started', takenBack: 'startTaken' },
    { set: 'firstLineSet', takenBack: 'endTaken' },
    { set: 'secondStarted', takenBack: 'startTaken' },
  ],
} as const;
const ways: Record<string, CanvasPoint> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
const same = (one: Point, other: Point) => one.every((value, axis) => value === other[axis]);
const from = (one: Point, other: Point): Point => [other[0] - one[0], other[1] - one[1], other[2] - one[2]];
const straight = (start: Point, vertex: Point, end: Point) => {
  const [there, on] = [from(vertex, start), from(vertex, end)];
  return Math.hypot(...cross(there, on)) <= 1e-6 * Math.hypot(...there) * Math.hypot(...on);
};

/**
 * Applies a key to a measurement: Enter starts one in the centre and sets points; arrows move the crosshair, with Shift
 * in fine steps; Escape removes the last point, then the crosshair. Undefined for other keys.
 */
export function measureByKey(
  now: Measuring | null,
  tool: MeasuringTool,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  { imageId, width, height, pointAt }: MeasuringSurface,
): KeyMeasurement | undefined {
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
  if (tool === 'angle' && start && vertex && straight(start, vertex, here)) return { next: now, told: 'straight' };
  const set = tellings[tool][points.length];
  const all = [...points, here];
  return set ? { next: { ...now, points: all }, told: set.set } : { next: { ...now, points: [] }, finished: all };
}
