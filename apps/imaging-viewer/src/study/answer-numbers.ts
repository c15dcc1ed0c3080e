import type { MeasuredNumber } from '@konsil/contracts/measurements';
import { concepts, units, type ReportedNumber } from './structured-report.ts';

const things: Record<MeasuredNumber['of'], Pick<ReportedNumber, 'concept' | 'derivation'>> = {
  length: { concept: concepts.length },
  long_axis: { concept: concepts.longAxis },
  short_axis: { concept: concepts.shortAxis },
  angle: { concept: concepts.angle },
  cobb: { concept: concepts.cobb },
  area: { concept: concepts.area },
  mean: { concept: concepts.attenuation, derivation: concepts.mean },
  deviation: { concept: concepts.attenuation, derivation: concepts.deviation },
};
const unitCodes: Record<MeasuredNumber['unit'], ReportedNumber['unit']> = {
  mm: units.millimetre,
  mm2: units.squareMillimetre,
  deg: units.degree,
  HU: units.hounsfield,
  px: units.pixels,
};

/** The numbers of a report as an answer has them. */
export const forAnswer = (numbers: readonly ReportedNumber[]): MeasuredNumber[] =>
  numbers.flatMap(({ concept, derivation, value, unit }) => {
    const of = (Object.keys(things) as MeasuredNumber['of'][]).find(
      (one) => things[one].concept === concept && things[one].derivation === derivation,
    );
    const code = (Object.keys(unitCodes) as MeasuredNumber['unit'][]).find((one) => unitCodes[one] === unit);
    return of && code ? [{ of, value, unit: code }] : [];
  });

/** The numbers of an answer as a report has them. */
export const fromAnswer = (numbers: readonly MeasuredNumber[]): ReportedNumber[] =>
  numbers.map(({ of, value, unit }) => ({ ...things[of], value, unit: unitCodes[unit] }));
