import { cache } from '@cornerstonejs/core';
import { valueAt } from './probe.ts';
import { pictureIn } from './surface.ts';

export interface LoadedValues {
  width: number;
  height: number;
  /** Null for colours and padding. */
  valueAt(column: number, row: number): number | null;
  unit: string;
  /** Span of the picture's values. */
  range: number;
  grey: boolean;
}

/** The values of a picture; null unless it is loaded. */
export function loadedValues(imageId: string): LoadedValues | null {
  const image = cache.getImage(imageId);
  const picture = image && pictureIn(image);
  if (!picture) return null;
  const { width, height } = image;
  const grey = picture.kind === 'grey';
  return {
    width,
    height,
    valueAt: (column, row) => valueAt(picture, row * width + column)?.value ?? null,
    unit: grey ? picture.look.unit : '',
    range: grey ? picture.range[1] - picture.range[0] : 0,
    grey,
  };
}
