import { cache, Enums, imageLoader } from '@cornerstonejs/core';
import { paddedValues, type View } from '@konsil/pixels';
import type { Padding, VolumeValues, Voxel } from '../study/reslice.ts';
import { fitsMemory, type VolumeGrid } from '../study/volume.ts';
import { loadOptions } from './engine.ts';
import type { Picture } from './picture.ts';
import { valueAt, type PixelValue } from './probe.ts';
import { pictureIn } from './surface.ts';

type Grey = Extract<Picture, { kind: 'grey' }>;

/** A volume whose values are loaded. */
export interface LoadedVolume {
  grid: VolumeGrid;
  values: VolumeValues;
  /** The window of the middle slice: one for all, so that slices are comparable. */
  own: View;
  /** Low values are white. */
  inverse: boolean;
  padding: Padding;
  /** A value shown at a voxel; null where only padding is. */
  told(voxel: Voxel, value: number): PixelValue | null;
}

/** The values do not fit into the memory that a volume may take. */
export class VolumeTooLarge extends Error {}
/** A picture of the volume cannot be loaded, or has no grey values. */
export class VolumeIncomplete extends Error {}

const atOnce = 4;
const [least, most] = [-32_768, 32_767];

/** True if 16-bit integers can hold all of these values. */
function areShort(values: ArrayLike<number>): boolean {
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0;
    if (value < least || value > most || !Number.isInteger(value)) return false;
  }
  return true;
}
/** Large integers that a volume would round. */
const areRounded = (values: ArrayLike<number>): boolean =>
  (values instanceof Int32Array || values instanceof Uint32Array) &&
  values.some((value) => value !== Math.fround(value));

const greyOf = async (imageId: string): Promise<Grey> => {
  const image = await imageLoader.loadAndCacheImage(imageId, loadOptions(Enums.RequestType.Interaction)).catch(() => {
    // A failed load must not stay in the cache.
    if (cache.getImageLoadObject(imageId)) cache.removeImageLoadObject(imageId, { force: true });
    throw new VolumeIncomplete(imageId);
  });
  const picture = pictureIn(image);
  if (picture?.kind !== 'grey') throw new VolumeIncomplete(imageId);
  return picture;
};

/** Places the values of pictures one by one in as little memory as they need. */
class Filling {
  values: VolumeValues;
  private readonly perSlice: number;

  constructor(private readonly grid: VolumeGrid) {
    const [columns, rows, slices] = grid.size;
    this.perSlice = columns * rows;
    this.values = new Int16Array(columns * rows * slices);
  }

  put({ values }: Grey, slice: number): void {
    if (values.length !== this.perSlice) throw new VolumeIncomplete(String(slice));
    if (areRounded(values)) throw new VolumeIncomplete(String(slice));
    if (this.values instanceof Int16Array && !areShort(values)) {
      if (!fitsMemory(this.grid.size, 4)) throw new VolumeTooLarge();
      this.values = Float32Array.from(this.values);
    }
    this.values.set(values, slice * this.perSlice);
  }
}

/**
 * Loads the values of all images of a volume.
 * @param told called with the number of loaded images
 * @throws {VolumeTooLarge | VolumeIncomplete}
 */
export async function loadVolume(
  grid: VolumeGrid,
  told: (done: number) => void,
  isStopped: () => boolean,
): Promise<LoadedVolume | null> {
  const filling = new Filling(grid);
  const looks: Grey['look'][] = [];
  let [next, done] = [0, 0];
  let middle: Grey | null = null;
  const lane = async (): Promise<void> => {
    while (next < grid.images.length && !isStopped()) {
      const slice = next;
      next += 1;
      const picture = await greyOf(grid.images[slice]?.id ?? '');
      filling.put(picture, slice);
      looks[slice] = picture.look;
      if (slice === Math.floor(grid.images.length / 2)) middle = picture;
      done += 1;
      told(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const shown = middle as Grey | null;
  if (isStopped() || !shown) return null;
  const { values } = filling;
  return {
    grid,
    values,
    own: shown.own,
    inverse: shown.look.inverse,
    padding: looks.map(paddedValues),
    told: (voxel, value) => {
      const look = looks[voxel[2]];
      return look ? valueAt({ ...shown, look, values: Float32Array.of(value) }, 0) : null;
    },
  };
}
