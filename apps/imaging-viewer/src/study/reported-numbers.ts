import type { Measurement } from '@konsil/contracts/measurements';
import { aspectOf } from '@konsil/pixels';
import { angleOf, areaOf, cobbOf, lengthOf, type PixelPoint } from './measuring.ts';
import { scaleFor, type MeasuredValues } from './scale.ts';
import { concepts, units, type ReportedNumber } from './structured-report.ts';
import type { Image } from './study.ts';

/**
 * The numbers of a measurement that another program may take for true: millimetres in the body only, otherwise pixels;
 * values only in Hounsfield units.
 */
export function reportedNumbers(
  { kind, points }: Pick<Measurement, 'kind' | 'points'>,
  image: Image,
  values: MeasuredValues | null,
): ReportedNumber[] {
  const { size, unit } = scaleFor(image, points);
  const millimetres = unit === 'cm' ? 10 : unit === 'mm' && image.instance.scale === 'body' ? 1 : null;
  const { row, column } = image.instance.spacingOf(image.frame);
  const square = row === column && aspectOf(image.instance.dataSet) === 1;
  const length = (
    concept: ReportedNumber['concept'],
    from: PixelPoint | undefined,
    to: PixelPoint | undefined,
  ): ReportedNumber[] => {
    if (!from || !to) return [];
    if (millimetres !== null)
      return [{ concept, value: lengthOf(size, from, to) * millimetres, unit: units.millimetre }];
    return square ? [{ concept, value: lengthOf({ row: 1, column: 1 }, from, to), unit: units.pixels }] : [];
  };
  const angle = (concept: ReportedNumber['concept'], value: number | null): ReportedNumber[] =>
    value === null ? [] : [{ concept, value, unit: units.degree }];
  const [a, b, c, d] = points;
  if (kind === 'length') return length(concepts.length, a, b);
  if (kind === 'bidirectional') return [...length(concepts.longAxis, a, b), ...length(concepts.shortAxis, c, d)];
  if (kind === 'angle') return angle(concepts.angle, angleOf(size, points));
  if (kind === 'cobb') return angle(concepts.cobb, cobbOf(size, points));
  if (kind === 'arrow' || !values) return [];
  const found = areaOf(kind, points, size, values);
  if (!found) return [];
  const hounsfield =
    values.grey && values.unit === 'HU'
      ? [
          { concept: concepts.attenuation, value: found.mean, unit: units.hounsfield, derivation: concepts.mean },
          ...(found.deviation === null
            ? []
            : [
                {
                  concept: concepts.attenuation,
                  value: found.deviation,
                  unit: units.hounsfield,
                  derivation: concepts.deviation,
                },
              ]),
        ]
      : [];
  return millimetres === null
    ? hounsfield
    : [...hounsfield, { concept: concepts.area, value: found.area * millimetres ** 2, unit: units.squareMillimetre }];
}
