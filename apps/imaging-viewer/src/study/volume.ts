import { cross } from './orientation.ts';
import { axesOf, dot, positionOf, type Vector } from './place.ts';
import type { Image, Series } from './study.ts';
import { text } from './dicom-json.ts';

/** Images that together are one block of the body: columns, rows and slices at equal distances. */
export interface VolumeGrid {
  /** In the order of the third axis. */
  images: Image[];
  /** The number of columns, rows and slices. */
  size: Vector;
  /** Millimetres between the centres of neighbouring columns, rows and slices. */
  spacing: Vector;
  /** The centre of the first voxel in patient coordinates. */
  origin: Vector;
  /** Unit vectors towards the next column, row and slice. */
  axes: [Vector, Vector, Vector];
  /** The unit of the values; empty if the files do not say. */
  unit: string;
}

/** The reasons why images do not form a volume. */
export type NoVolume =
  | 'few'
  | 'colour'
  | 'places'
  | 'sizes'
  | 'orientations'
  | 'space'
  | 'twice'
  | 'gap'
  | 'distances'
  | 'tilted'
  | 'units'
  | 'shades'
  | 'refused'
  | 'large';

const leastSlices = 5;
/** About a quarter of a degree. */
const sameDirection = 0.999_99;
const rightAngle = 1e-3;
/** Rounding in the files may change the distance between two slices by this part of it. */
const sameDistance = 0.03;
const sameSize = 1e-3;
/** A missing slice, not rounding. */
const gapFrom = 1.5;
const mebibyte = 1024 * 1024;
/** The most memory for a volume. */
const mostBytes = 256 * mebibyte;

export const fitsMemory = ([columns, rows, slices]: Vector, bytesPerValue: number): boolean =>
  columns * rows * slices * bytesPerValue <= mostBytes;

const about = (a: number, b: number): boolean => Math.abs(a - b) <= sameSize * Math.max(Math.abs(a), Math.abs(b));
/** Files round direction cosines, to four digits or fewer. */
const unitVector = (vector: Vector): Vector => vector.map((part) => part / Math.hypot(...vector)) as Vector;
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** One image with its place; null if its file does not say, or not in millimetres of the body. */
function placed(image: Image) {
  const [told, position] = [axesOf(image), positionOf(image)];
  const { row, column, scale } = image.instance.spacingOf(image.frame);
  if (!told || !position || scale !== 'body' || !(row > 0 && column > 0)) return null;
  if (!told.every((one) => about(Math.hypot(...one), 1))) return null;
  const axes: [Vector, Vector] = [unitVector(told[0]), unitVector(told[1])];
  if (Math.abs(dot(axes[0], axes[1])) >= rightAngle) return null;
  const { dataSet } = image.instance;
  return { image, axes, position, row, column, space: text(dataSet, '00200052') };
}
type Placed = NonNullable<ReturnType<typeof placed>>;

const isGrey = ({ instance }: Image): boolean =>
  instance.samplesPerPixel === 1 && instance.photometric.startsWith('MONOCHROME');

/** Differences between images that must be the same in all of a volume. */
function different(all: readonly Placed[], first: Placed): NoVolume | null {
  const { instance } = first.image;
  const { unit } = instance.lookOf(first.image.frame);
  for (const { image, axes, row, column, space } of all) {
    const same = image.instance;
    if (same.columns !== instance.columns || same.rows !== instance.rows) return 'sizes';
    if (!about(row, first.row) || !about(column, first.column)) return 'sizes';
    if (dot(axes[0], first.axes[0]) < sameDirection || dot(axes[1], first.axes[1]) < sameDirection)
      return 'orientations';
    if (space !== first.space) return 'space';
    if (same.lookOf(image.frame).unit !== unit) return 'units';
    if (same.photometric !== instance.photometric) return 'shades';
  }
  return null;
}

/** The distance between the slices, if all are equal. */
function distanceOf(depths: readonly number[]): number | NoVolume {
  const steps = depths.slice(1).map((depth, index) => depth - (depths[index] ?? 0));
  const usual = [...steps].sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  if (steps.some((step) => step < usual * sameDistance || step <= 0)) return 'twice';
  if (steps.some((step) => step > usual * gapFrom)) return 'gap';
  const mean = ((depths.at(-1) ?? 0) - (depths[0] ?? 0)) / steps.length;
  // Differences must not add up either.
  const fits = depths.every((depth, index) => Math.abs(depth - (depths[0] ?? 0) - index * mean) <= sameDistance * mean);
  return fits ? mean : 'distances';
}

/**
 * The volume that a series forms, or the reason why it forms none: an invented one would show something that is not
 * there.
 */
export function volumeOf({ images }: Pick<Series, 'images'>): VolumeGrid | NoVolume {
  if (images.some(({ instance }) => instance.refusal)) return 'refused';
  if (!images.every(isGrey)) return 'colour';
  if (images.length < leastSlices) return 'few';
  const all = images.flatMap((image) => placed(image) ?? []);
  const [first] = all;
  if (!first || all.length !== images.length) return 'places';
  const differs = different(all, first);
  if (differs) return differs;
  const normal = cross(first.axes[0], first.axes[1]) as Vector;
  const depth = ({ position }: Placed): number => dot(normal, position);
  const sorted = [...all].sort((a, b) => depth(a) - depth(b));
  const distance = distanceOf(sorted.map(depth));
  if (typeof distance === 'string') return distance;
  const [lowest] = sorted as [Placed];
  const leastPixel = Math.min(first.row, first.column);
  // A tilted gantry shifts each slice along itself.
  const shifted = sorted.some(({ position }) => {
    const way = minus(position, lowest.position);
    const along = dot(normal, way);
    return Math.hypot(...minus(way, normal.map((part) => part * along) as Vector)) > leastPixel / 2;
  });
  if (shifted) return 'tilted';
  const { columns, rows } = first.image.instance;
  const size: Vector = [columns, rows, sorted.length];
  if (!fitsMemory(size, 2)) return 'large';
  return {
    images: sorted.map(({ image }) => image),
    size,
    spacing: [first.column, first.row, distance],
    origin: lowest.position,
    axes: [first.axes[0], first.axes[1], normal],
    unit: first.image.instance.lookOf(first.image.frame).unit,
  };
}
