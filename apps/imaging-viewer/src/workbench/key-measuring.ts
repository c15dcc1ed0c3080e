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
/** A measurement under way: where the crosshair is, and where the length begins once that is set. */
export interface Measuring {
  imageId: string;
  at: Spot;
  start: Point | null;
}
export interface Measured {
  next: Measuring | null;
  /** What is told of it. */
  told?: 'aim' | 'started' | 'cancelled' | 'left';
  /** Both ends of a finished length. */
  ends?: [Point, Point];
}

const step = 10;
const fineStep = 1;
const ways: Record<string, Spot> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const within = (value: number, most: number) => Math.max(0, Math.min(most, value));
const same = (one: Point, other: Point) => one.every((value, axis) => value === other[axis]);

/**
 * What a key does to a measurement: Enter begins one in the middle, sets its start and its end; arrows move the crosshair, with Shift in fine steps;
 * Escape takes the start back, then the crosshair away. Undefined where the key is not one of them.
 */
export function measureByKey(now: Measuring | null, { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, { imageId, width, height, pointAt }: Ground): Measured | undefined {
  if (!now) return key === 'Enter' ? { next: { imageId, at: [width / 2, height / 2], start: null }, told: 'aim' } : undefined;
  const way = ways[key];
  if (way) {
    const by = shiftKey ? fineStep : step;
    return { next: { ...now, at: [within(now.at[0] + way[0] * by, width), within(now.at[1] + way[1] * by, height)] } };
  }
  if (key === 'Escape') return now.start ? { next: { ...now, start: null }, told: 'cancelled' } : { next: null, told: 'left' };
  if (key !== 'Enter') return undefined;
  const here = pointAt(now.at);
  if (!now.start) return { next: { ...now, start: here }, told: 'started' };
  return same(now.start, here) ? { next: now } : { next: { ...now, start: null }, ends: [now.start, here] };
}
