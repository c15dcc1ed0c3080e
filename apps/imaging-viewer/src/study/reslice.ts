import { opposite, sidesOf, type Side } from './orientation.ts';
import { dot, type Vector } from './place.ts';
import type { Plane } from './study.ts';
import type { VolumeGrid } from './volume.ts';

/** Values of a volume: column by column, row by row, slice by slice. */
export type VolumeValues = Int16Array | Float32Array;

/** The values between which padding lies, for each slice; null for a slice without padding. */
export type Padding = readonly (readonly [above: number, below: number] | null)[];

/** A voxel: column, row, slice. */
export type Voxel = readonly [column: number, row: number, slice: number];
type Axis = 0 | 1 | 2;

/** A direction of the screen: along an axis of the volume, or against it. */
interface Way {
  axis: Axis;
  forwards: boolean;
}

/** One of three planes through a volume, as it is shown. */
export interface CutPlane {
  plane: Plane;
  /** The axis across the plane. */
  across: Axis;
  right: Way;
  down: Way;
  sides: { top: Side[]; right: Side[]; bottom: Side[]; left: Side[] };
}

/** Several slices that are shown as one. */
export interface Slab {
  /** Millimetres; 0 for a single slice. */
  thickness: number;
  how: 'most' | 'least' | 'mean';
}

const clearly = 0.9;
const planeNames = ['sagittal', 'coronal', 'axial'] as const;
/** Directions on the screen as radiologists look: at the feet, at the face, at the left side. */
const looks: Record<(typeof planeNames)[number], { right: Vector; down: Vector }> = {
  axial: { right: [1, 0, 0], down: [0, 1, 0] },
  coronal: { right: [1, 0, 0], down: [0, 0, -1] },
  sagittal: { right: [0, 1, 0], down: [0, 0, -1] },
};

const mainOf = (direction: Vector): number => {
  const parts = direction.map(Math.abs);
  return parts.indexOf(Math.max(...parts));
};

function planeAcross({ axes }: VolumeGrid, across: Axis): CutPlane {
  const normal = axes[across];
  const main = mainOf(normal);
  const look = looks[planeNames[main] ?? 'axial'];
  const [one, other] = ([0, 1, 2] as const).filter((axis) => axis !== across) as [Axis, Axis];
  const turned = Math.abs(dot(axes[one], look.right)) < Math.abs(dot(axes[other], look.right));
  const [rightAxis, downAxis] = turned ? [other, one] : [one, other];
  const wayOf = (axis: Axis, wanted: Vector): Way => ({ axis, forwards: dot(axes[axis], wanted) >= 0 });
  const [right, down] = [wayOf(rightAxis, look.right), wayOf(downAxis, look.down)];
  const directionOf = ({ axis, forwards }: Way): Vector => (forwards ? axes[axis] : (opposite(axes[axis]) as Vector));
  const [toRight, toBottom] = [directionOf(right), directionOf(down)];
  return {
    plane: Math.abs(normal[main] ?? 0) > clearly ? (planeNames[main] ?? 'oblique') : 'oblique',
    across,
    right,
    down,
    sides: {
      right: sidesOf(toRight),
      left: sidesOf(opposite(toRight)),
      bottom: sidesOf(toBottom),
      top: sidesOf(opposite(toBottom)),
    },
  };
}

const order: readonly Plane[] = ['axial', 'coronal', 'sagittal', 'oblique'];
/** The three planes along the axes of a volume, so that every value shown is one that was measured. */
export const planesOf = (grid: VolumeGrid): CutPlane[] =>
  ([0, 1, 2] as const)
    .map((across) => planeAcross(grid, across))
    .sort((a, b) => order.indexOf(a.plane) - order.indexOf(b.plane));

/** The slices of a slab around one, within the volume. */
export function slabRange(
  { size, spacing }: VolumeGrid,
  { across }: Pick<CutPlane, 'across'>,
  index: number,
  { thickness }: Pick<Slab, 'thickness'>,
): { first: number; last: number; millimetres: number } {
  const count = Math.max(1, Math.round(thickness / spacing[across]));
  const before = Math.floor((count - 1) / 2);
  const first = Math.max(0, index - before);
  const last = Math.min(size[across] - 1, index - before + count - 1);
  return { first, last, millimetres: (last - first + 1) * spacing[across] };
}

/** The values of a cut, row by row as the screen shows them. */
export interface Cut {
  values: VolumeValues;
  width: number;
  height: number;
}

/** A slab leaves out padding, which was not measured; where there is nothing else, the cut shows it as a slice does. */
export function cutOf(
  grid: VolumeGrid,
  values: VolumeValues,
  plane: CutPlane,
  { index, slab, padding = [] }: { index: number; slab: Slab; padding?: Padding },
): Cut {
  const { size } = grid;
  const strides = [1, size[0], size[0] * size[1]] as const;
  const { across, right, down } = plane;
  const [width, height] = [size[right.axis], size[down.axis]];
  const [stepRight, stepDown] = [right, down].map(({ axis, forwards }) => strides[axis] * (forwards ? 1 : -1)) as [
    number,
    number,
  ];
  const start =
    (right.forwards ? 0 : (width - 1) * strides[right.axis]) + (down.forwards ? 0 : (height - 1) * strides[down.axis]);
  const { first, last } = slabRange(grid, plane, index, slab);
  const whole = values instanceof Int16Array;
  const cut = whole ? new Int16Array(width * height) : new Float32Array(width * height);
  const { how } = slab;
  const padded = padding.some(Boolean);
  const isPadding = (value: number, place: number): boolean => {
    const range = padding[Math.floor(place / strides[2])];
    return range ? value > range[0] && value < range[1] : false;
  };
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    let from = start + y * stepDown;
    for (let x = 0; x < width; x += 1, from += stepRight) {
      let [found, count] = [0, 0];
      for (let k = first; k <= last; k += 1) {
        const place = from + k * strides[across];
        const value = values[place] ?? 0;
        if (padded && isPadding(value, place)) continue;
        if (how === 'mean') found += value;
        else if (count === 0 || (how === 'most' ? value > found : value < found)) found = value;
        count += 1;
      }
      if (count === 0) found = values[from + index * strides[across]] ?? 0;
      else if (how === 'mean') found = whole ? Math.round(found / count) : found / count;
      cut[at] = found;
      at += 1;
    }
  }
  return { values: cut, width, height };
}

/** The column and row of a voxel in a cut, of its upper left corner. */
export const spotIn = ({ size }: VolumeGrid, { right, down }: CutPlane, voxel: Voxel): { x: number; y: number } => {
  const along = ({ axis, forwards }: Way): number => (forwards ? voxel[axis] : size[axis] - 1 - voxel[axis]);
  return { x: along(right), y: along(down) };
};

/** The voxel at a column and row of a cut through another voxel, within the volume. */
export function voxelAt(
  { size }: VolumeGrid,
  { right, down }: CutPlane,
  { x, y }: { x: number; y: number },
  through: Voxel,
): Voxel {
  const voxel: [number, number, number] = [...through];
  for (const [{ axis, forwards }, spot] of [
    [right, x],
    [down, y],
  ] as const) {
    const within = Math.max(0, Math.min(size[axis] - 1, Math.floor(spot)));
    voxel[axis] = forwards ? within : size[axis] - 1 - within;
  }
  return voxel;
}

/** The value that a cut shows at a voxel: of a slab, it is not that of the voxel alone. */
export const shownIn = (grid: VolumeGrid, plane: CutPlane, { values, width }: Cut, voxel: Voxel): number => {
  const { x, y } = spotIn(grid, plane, voxel);
  return values[y * width + x] ?? 0;
};

/** The centre of a voxel in patient coordinates. */
export const pointOf = ({ origin, axes, spacing }: VolumeGrid, voxel: Voxel): Vector =>
  origin.map((start, part) =>
    ([0, 1, 2] as const).reduce<number>(
      (sum, axis) => sum + (axes[axis][part] ?? 0) * spacing[axis] * voxel[axis],
      start,
    ),
  ) as Vector;
