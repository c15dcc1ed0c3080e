import { items, numbers, type DicomJson } from '@konsil/pixels';
import { regionOf, type PixelPoint, type PixelSize, type Region } from './measuring.ts';
import type { Image } from './study.ts';

/** The values of a picture that a measurement needs. */
export interface MeasuredValues {
  width: number;
  height: number;
  valueAt(column: number, row: number): number | null;
  unit: string;
  range: number;
  grey: boolean;
}

const centimetres = 3;
/** Ultrasound regions with a scale in centimetres in both directions. */
const regionsIn = (dataSet: DicomJson): Region[] =>
  items(dataSet, '00186011').flatMap((region) => {
    const value = (tag: string): number => numbers(region, tag)[0] ?? NaN;
    const [column, row] = [Math.abs(value('0018602C')), Math.abs(value('0018602E'))];
    const scaled = value('00186024') === centimetres && value('00186026') === centimetres && column > 0 && row > 0;
    const [left, top, right, bottom] = [value('00186018'), value('0018601A'), value('0018601C'), value('0018601E')];
    return scaled && [left, top, right, bottom].every(Number.isFinite)
      ? // The last column and row belong to the region.
        [{ left, top, right: right + 1, bottom: bottom + 1, size: { row, column } }]
      : [];
  });

/** The pixel size that holds for some points, and its unit. */
export function scaleFor({ instance, frame }: Image, points: readonly PixelPoint[]): { size: PixelSize; unit: string } {
  const spacing = instance.spacingOf(frame);
  if (spacing.scale !== 'pixels') return { size: spacing, unit: 'mm' };
  const region = regionOf(regionsIn(instance.dataSet), points);
  return region ? { size: region.size, unit: 'cm' } : { size: spacing, unit: '' };
}
