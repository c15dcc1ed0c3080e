type Point = readonly [number, number];

/** Fingers in canvas coordinates, now and at the event before. */
export interface Touches {
  now: readonly Point[];
  before: readonly Point[];
  /** The way of their middle. */
  by: Point;
}

const apart = ([one, other]: readonly Point[]): number =>
  one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0;

/** Drag distance in pixels that enlarges a picture about 2.7 times. */
const dragOfZoom = 200;
/** The zoom of a drag with one finger or the mouse: downwards is larger. */
export const zoomOfDrag = (down: number): number => Math.exp(down / dragOfZoom);

/**
 * The zoom and the way of a gesture in the zoom tool. Two fingers zoom by their distance, and take the picture along;
 * one finger zooms like the mouse.
 */
export function gestureOf({ now, before, by }: Touches): { factor: number; pan: [number, number] } {
  if (now.length < 2) return { factor: zoomOfDrag(by[1]), pan: [0, 0] };
  const [after, first] = [apart(now), apart(before)];
  return { factor: after > 0 && first > 0 ? after / first : 1, pan: [...by] };
}
