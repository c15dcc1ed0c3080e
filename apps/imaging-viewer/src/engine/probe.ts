import { paddedValues } from '@konsil/pixels';
import type { Picture } from './picture.ts';

/** One pixel's modality value. */
export interface PixelValue {
  value: number;
  /** Empty if the file does not say. */
  unit: string;
  /** The span of the picture's values, which tells how many digits matter. */
  range: number;
}

/** The value of a pixel; null for colours, and outside the picture where only padding is. */
export function valueAt(picture: Picture | undefined, at: number): PixelValue | null {
  if (picture?.kind !== 'grey') return null;
  const { values, look, range } = picture;
  const value = values[at];
  if (value === undefined || isPaddingAt(picture, value)) return null;
  return { value, unit: look.unit, range: range[1] - range[0] };
}

function isPaddingAt({ look }: Extract<Picture, { kind: 'grey' }>, value: number): boolean {
  const padded = paddedValues(look);
  return padded !== null && value > padded[0] && value < padded[1];
}
