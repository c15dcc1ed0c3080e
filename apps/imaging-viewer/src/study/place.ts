import { number, numbers, placesOf, text } from '@konsil/pixels';
import { cross } from './orientation.ts';
import type { Image } from './study.ts';

export type Vector = [number, number, number];

const groups = { position: '00209113', orientation: '00209116', measures: '00289110' } as const;
const vector = (values: number[]): Vector | null => (values.length === 3 ? (values as Vector) : null);
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const first = ({ instance, frame }: Image, group: string, tag: string, count: number): number[] =>
  placesOf(instance.dataSet, group, frame - 1)
    .map((place) => numbers(place, tag))
    .find(({ length }) => length === count) ?? [];

/** The directions of a picture's rows and columns; null if its file does not say. */
export function axesOf(image: Image): [Vector, Vector] | null {
  const cosines = first(image, groups.orientation, '00200037', 6);
  return cosines.length === 6 ? [cosines.slice(0, 3) as Vector, cosines.slice(3) as Vector] : null;
}

function unitVector(vector: Vector): Vector | null {
  const length = Math.hypot(...vector);
  return length > 0 ? (vector.map((part) => part / length) as Vector) : null;
}
/** As unit vectors, because files round the direction cosines; null also for zeros. */
export function unitAxesOf(image: Image): [Vector, Vector] | null {
  const [right, down] = axesOf(image)?.map(unitVector) ?? [];
  return right && down ? [right, down] : null;
}

/** The centre of a picture's first pixel in patient coordinates. */
export const positionOf = (image: Image): Vector | null => vector(first(image, groups.position, '00200032', 3));

/** The place of a picture in the body, as its file declares it. */
export interface Place {
  /** The unit vector through the picture, from its rows and columns. */
  normal: Vector;
  /** Millimetres along the normal. */
  depth: number;
  /** Pictures with the same one share their coordinates; empty if the file does not say. */
  frameOfReference: string;
}

export function placeOf(image: Image): Place | null {
  const [axes, position] = [unitAxesOf(image), positionOf(image)];
  if (!axes || !position) return null;
  const across = cross(axes[0], axes[1]) as Vector;
  const normal = Math.hypot(...across) > 0.5 ? unitVector(across) : null;
  if (!normal) return null;
  return {
    normal,
    depth: dot(normal, position),
    frameOfReference: text(image.instance.dataSet, '00200052'),
  };
}

/** Slice thickness in millimetres. */
export function thicknessOf({ instance, frame }: Image): number | null {
  const found = placesOf(instance.dataSet, groups.measures, frame - 1)
    .map((place) => number(place, '00180050'))
    .find((value) => value !== undefined);
  return found !== undefined && found > 0 ? found : null;
}

const names = ['x', 'y', 'z'] as const;
const clearly = 0.9;

/**
 * The slice position for reading: the coordinate across the picture, or the distance along the normal of an oblique
 * one.
 */
export function slicePosition(image: Image): { axis: 'x' | 'y' | 'z' | null; millimetres: number } | null {
  const [place, position] = [placeOf(image), positionOf(image)];
  if (!place || !position) return null;
  const main = place.normal.findIndex((part) => Math.abs(part) > clearly);
  return main < 0
    ? { axis: null, millimetres: place.depth }
    : { axis: names[main] ?? null, millimetres: position[main] ?? 0 };
}
