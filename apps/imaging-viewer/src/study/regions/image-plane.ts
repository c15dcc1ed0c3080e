import type { Affine } from '../../engine/affine.ts';
import { text, type DicomJson } from '../dicom-json.ts';
import { cross } from '../orientation.ts';
import { axesOf, dot, positionOf, thicknessOf, type Vector } from '../place.ts';
import type { Image, Series } from '../study.ts';

/** A rectangle of pixels in the patient's coordinates. */
export interface ImagePlane {
  /** The centre of the first pixel. */
  origin: Vector;
  /** Unit vectors towards the next column, towards the next row, and through the plane. */
  right: Vector;
  down: Vector;
  normal: Vector;
  /** Millimetres between the centres of neighbouring columns and rows. */
  column: number;
  row: number;
  columns: number;
  rows: number;
}

const about = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-3;
const rightAngle = 1e-3;
const unitVector = (vector: Vector): Vector => vector.map((part) => part / Math.hypot(...vector)) as Vector;
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The plane of a frame; null if its file does not say where it is, or not in millimetres of the body. */
export function planeOf(image: Image): ImagePlane | null {
  const [axes, origin] = [axesOf(image), positionOf(image)];
  const { row, column, scale } = image.instance.spacingOf(image.frame);
  if (!axes || !origin || scale !== 'body' || !(row > 0 && column > 0)) return null;
  if (!axes.every((axis) => about(Math.hypot(...axis), 1)) || Math.abs(dot(axes[0], axes[1])) > rightAngle) return null;
  const [right, down] = [unitVector(axes[0]), unitVector(axes[1])];
  const { columns, rows } = image.instance;
  return { origin, right, down, normal: cross(right, down) as Vector, column, row, columns, rows };
}

/** Millimetres from a plane, along its normal. */
export const distanceFrom = ({ origin, normal }: ImagePlane, point: Vector): number =>
  dot(normal, minus(point, origin));

/** The place of a point in a picture, in columns and rows from its edge, as measurements count them. */
export const pixelOf = ({ origin, right, down, column, row }: ImagePlane, point: Vector): [number, number] => {
  const way = minus(point, origin);
  return [dot(right, way) / column + 0.5, dot(down, way) / row + 0.5];
};

/** The point at a place in a picture. */
export const pointAt = ({ origin, right, down, column, row }: ImagePlane, [x, y]: readonly [number, number]): Vector =>
  [0, 1, 2].map(
    (axis) => (origin[axis] ?? 0) + (right[axis] ?? 0) * column * (x - 0.5) + (down[axis] ?? 0) * row * (y - 0.5),
  ) as Vector;

/** The corners of a plane. */
export const cornersOf = (plane: ImagePlane): Vector[] =>
  (
    [
      [0, 0],
      [plane.columns, 0],
      [plane.columns, plane.rows],
      [0, plane.rows],
    ] as const
  ).map((corner) => pointAt(plane, corner));

/** From the columns and rows of one picture to those of another. */
export function between(from: ImagePlane, to: ImagePlane): Affine {
  const [origin, right, down] = (
    [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const
  ).map((place) => pixelOf(to, pointAt(from, place))) as [[number, number], [number, number], [number, number]];
  return [right[0] - origin[0], right[1] - origin[1], down[0] - origin[0], down[1] - origin[1], origin[0], origin[1]];
}

/** Objects with the same frame of reference share their coordinates; empty if the file does not say. */
export const spaceOf = (dataSet: DicomJson): string => text(dataSet, '00200052');

/** A picture with its place in the body. */
export interface Slice {
  series: Series;
  /** Its position in the series. */
  index: number;
  image: Image;
  plane: ImagePlane;
  /** Half the distance to the next slice, or half its thickness if that is less, in millimetres. */
  reach: number;
  space: string;
}

/** The reach of slices whose files do not say how thick they are: of a single one, and the most. */
const [unknownReach, mostReach] = [0.5, 5];
const sameDepth = 0.01;

/** The pictures of a series that have a place in the body. */
export function slicesOf(series: Series): Slice[] {
  const placed = series.images.flatMap((image, index) => {
    const plane = planeOf(image);
    return plane ? [{ image, index, plane }] : [];
  });
  const depths = placed.map(({ plane }) => dot(plane.normal, plane.origin));
  const sorted = [...depths].sort((a, b) => a - b);
  const reachAt = (depth: number, image: Image): number => {
    let least = Infinity;
    for (let at = 0; at < sorted.length; at += 1) {
      const apart = Math.abs((sorted[at] ?? 0) - depth);
      if (apart > sameDepth && apart < least) least = apart;
    }
    const thickness = thicknessOf(image);
    // Slices far apart do not reach each other.
    const most = thickness === null ? (Number.isFinite(least) ? mostReach : unknownReach) : thickness / 2;
    return Math.min(least / 2, most);
  };
  const known = new Map<number, number>();
  return placed.map(({ image, index, plane }, at) => {
    const depth = depths[at] ?? 0;
    const reach = known.get(depth) ?? reachAt(depth, image);
    known.set(depth, reach);
    return { series, index, image, plane, reach, space: spaceOf(image.instance.dataSet) };
  });
}

/** The name of one frame, as references have it; null for all frames. */
export interface Reference {
  instance: string;
  frame: number | null;
}
const byInstance = new WeakMap<readonly Slice[], Map<string, Slice[]>>();
function amongNamed(slices: readonly Slice[], names: readonly Reference[]): Slice[] {
  const known = byInstance.get(slices) ?? new Map<string, Slice[]>();
  if (!byInstance.has(slices))
    for (const slice of slices) {
      const { uid } = slice.image.instance;
      const alike = known.get(uid);
      if (alike) alike.push(slice);
      else known.set(uid, [slice]);
    }
  byInstance.set(slices, known);
  return [
    ...new Set(
      names.flatMap(({ instance, frame }) =>
        (known.get(instance) ?? []).filter(({ image }) => frame === null || image.frame === frame),
      ),
    ),
  ];
}

/**
 * The reasons why something is drawn on no slice. `disagrees`: it names a slice, and lies elsewhere. `between`: it lies
 * on no slice. `twice`: several pictures are meant alike. `elsewhere`: it names pictures that are not among these.
 */
export type NotPlaced = 'disagrees' | 'between' | 'twice' | 'elsewhere';

/** Rounding in the files. */
export const roundingOff = 0.01;

/**
 * The slice of one series that something lies on: by the slices that it names, which its place must confirm; without
 * names by its place alone.
 * @param spanFrom least and most distance of its points from the plane of a slice
 */
export function sliceFor(
  slices: readonly Slice[],
  spanFrom: (slice: Slice) => readonly [least: number, most: number],
  names: readonly Reference[],
): Slice | NotPlaced {
  const named = names.length > 0 ? amongNamed(slices, names) : slices;
  if (named.length === 0) return names.length > 0 ? 'elsewhere' : 'between';
  const fitting = named
    .flatMap((slice) => {
      const [least, most] = spanFrom(slice);
      const off = Math.max(Math.abs(least), Math.abs(most));
      return off <= slice.reach + roundingOff && most - least <= slice.reach + roundingOff ? [{ slice, off }] : [];
    })
    .sort((a, b) => a.off - b.off);
  const [first, second] = fitting;
  if (!first) return names.length > 0 ? 'disagrees' : 'between';
  return second && second.off - first.off < roundingOff ? 'twice' : first.slice;
}

/** The number of parts that are drawn on no slice, by reason. */
export type Unplaced = Record<NotPlaced, number>;
export const nothingUnplaced = (): Unplaced => ({ disagrees: 0, between: 0, twice: 0, elsewhere: 0 });

/** The slices of several series that something lies on, as `sliceFor` finds them; without any, `unplaced` counts why. */
export function slicesFor(
  targets: readonly (readonly Slice[])[],
  spanFrom: Parameters<typeof sliceFor>[1],
  names: readonly Reference[],
  unplaced: Unplaced,
): Slice[] {
  const found = targets.map((slices) => sliceFor(slices, spanFrom, names));
  const slices = found.filter((one): one is Slice => typeof one !== 'string');
  if (slices.length > 0) return slices;
  const reasons = found.filter((one): one is NotPlaced => typeof one === 'string');
  unplaced[reasons.find((reason) => reason !== 'elsewhere') ?? 'elsewhere'] += 1;
  return [];
}
