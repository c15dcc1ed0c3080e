import type { MeasurementKind } from '@konsil/contracts/measurements';
import { aspectOf, number as numberIn, type Spacing } from '@konsil/pixels';
import type { Words } from '../app/words.ts';
import { angleOf, areaOf, cobbOf, lengthOf, type AreaNumbers, type PixelPoint } from '../study/measuring.ts';
import { scaleFor, type MeasuredValues } from '../study/scale.ts';
import type { Image, Instance } from '../study/study.ts';

/** A result; without a pixel size lengths are in pixels. */
export interface Measures {
  length?: number;
  /** In degrees; a text while an arm has no length. */
  angle?: number | string;
  unit?: string;
}

/** The reference of lengths on a picture. */
export interface LengthReference {
  scale: Spacing['scale'];
  /** Pixels are square, so any length is a number of pixels. */
  square: boolean;
  /** Magnification at the detector relative to the body, if the file has an estimate. */
  magnification: number | null;
}

export function lengthsOf(instance: Pick<Instance, 'scale' | 'dataSet'> | undefined): LengthReference {
  if (!instance) return { scale: 'pixels', square: true, magnification: null };
  const factor = numberIn(instance.dataSet, '00181114');
  return {
    scale: instance.scale,
    square: aspectOf(instance.dataSet) === 1,
    magnification: factor && factor > 1 ? factor : null,
  };
}

/** The text beside a measurement, empty if there is none. Millimetres name what they refer to. */
export function describeMeasurement(
  { t, number }: Words,
  { length = 0, angle, unit = '' }: Measures,
  { scale, square, magnification }: LengthReference,
): string {
  if (typeof angle === 'string') return '';
  if (angle !== undefined) return t('measure.degrees', { value: number(angle, 1) });
  // Ultrasound regions have their own scale.
  if (unit.startsWith('cm')) return t('measure.centimetres', { value: number(length, 2) });
  if (scale === 'body') return t('measure.millimetres', { value: number(length, 1) });
  if (scale === 'film') return t('measure.onFilm', { value: number(length, 1) });
  if (scale === 'detector') {
    const atDetector = t('measure.atDetector', { value: number(length, 1) });
    return magnification
      ? `${atDetector} (${t('measure.inBody', { value: number(length / magnification, 1) })})`
      : atDetector;
  }
  return square ? t('measure.pixels', { value: number(length) }) : t('measure.pixelWidths', { value: number(length) });
}

/** The area of a region in square centimetres or millimetres, with what it refers to. */
function areaWords(
  { t, number }: Words,
  { area, count }: AreaNumbers,
  unit: string,
  { scale }: LengthReference,
): string {
  if (unit === '') return t('measure.pixels', { value: number(count) });
  const square = unit === 'cm' ? area * 100 : area;
  const words =
    square >= 100
      ? t('measure.squareCentimetres', { value: number(square / 100, 2) })
      : t('measure.squareMillimetres', { value: number(square, 1) });
  return scale === 'detector' || scale === 'film' ? t(`pane.bar.${scale}`, { value: words }) : words;
}

/**
 * The lines of text beside a measurement; none while it has no extent.
 * @param values null while the picture is not loaded
 */
export function measurementLines(
  words: Words,
  { kind, points }: { kind: MeasurementKind; points: readonly PixelPoint[] },
  image: Image,
  values: MeasuredValues | null,
): string[] {
  const { t, value, number } = words;
  const lengths = lengthsOf(image.instance);
  const { size, unit } = scaleFor(image, points);
  const length = (from: PixelPoint | undefined, to: PixelPoint | undefined): string[] => {
    if (!from || !to) return [];
    const found = lengthOf(size, from, to);
    return found > 0 ? [describeMeasurement(words, { length: found, unit }, lengths)] : [];
  };
  const angle = (found: number | null): string[] =>
    found === null ? [] : [t('measure.degrees', { value: number(found, 1) })];
  const [a, b, c, d] = points;
  if (kind === 'length') return length(a, b);
  if (kind === 'bidirectional') {
    const [long, short] = [length(a, b), length(c, d)];
    return [...long, ...short.map((one) => t('measure.across', { value: one }))];
  }
  if (kind === 'angle') return angle(angleOf(size, points));
  if (kind === 'cobb') return angle(cobbOf(size, points));
  if (kind === 'arrow' || !values) return [];
  const found = areaOf(kind, points, size, values.grey ? values : { ...values, valueAt: () => 0 });
  if (!found) return points.length > 1 && values.grey ? [t('measure.notInside')] : [];
  if (!values.grey) return [areaWords(words, found, unit, lengths)];
  // A mean is finer than the values it is of.
  const fine = values.range / 100;
  const mean = value(found.mean, fine);
  const shown =
    found.deviation === null ? mean : t('measure.meanDeviation', { mean, deviation: value(found.deviation, fine) });
  return [values.unit ? `${shown} ${values.unit}` : shown, areaWords(words, found, unit, lengths)];
}
