import { number as numberIn, aspectOf, type Spacing } from '@konsil/pixels';
import type { Words } from '../app/words.ts';
import type { Instance } from '../study/study.ts';

/** What the library measured. Without a known pixel size it assumes one millimetre and still says `mm`. */
export interface Measures {
  length?: number;
  /** In degrees; words where an arm has no length yet. */
  angle?: number | string;
  unit?: string;
}

/** What lengths on a picture are lengths of. */
export interface Lengths {
  scale: Spacing['scale'];
  /** Pixels are as high as wide, so any length is a number of them. */
  square: boolean;
  /** How much larger than the body the detector's picture is, where the file has an estimate. */
  magnification: number | null;
}

export function lengthsOf(instance: Pick<Instance, 'scale' | 'dataSet'> | undefined): Lengths {
  if (!instance) return { scale: 'pixels', square: true, magnification: null };
  const factor = numberIn(instance.dataSet, '00181114');
  return {
    scale: instance.scale,
    square: aspectOf(instance.dataSet) === 1,
    magnification: factor && factor > 1 ? factor : null,
  };
}

/** The words beside a measurement, none while there is nothing to tell. Millimetres are told of what they are millimetres of. */
export function describeMeasurement(
  { t, number }: Words,
  { length = 0, angle, unit = '' }: Measures,
  { scale, square, magnification }: Lengths,
): string {
  if (typeof angle === 'string') return '';
  if (angle !== undefined) return t('measure.degrees', { value: number(angle, 1) });
  // Ultrasound regions bring a scale of their own.
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
