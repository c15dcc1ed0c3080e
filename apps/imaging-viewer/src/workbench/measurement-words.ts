import { number as numberIn, aspectOf, type Spacing } from '@konsil/pixels';
import type { Words } from '../app/words.ts';
import type { Instance } from '../study/study.ts';

/** The library's result. Without a pixel size it assumes one millimetre and still says `mm`. */
export interface Measures {
  length?: number;
  /** In degrees; a text while an arm has no length. */
  angle?: number | string;
  unit?: string;
}

/** What lengths on a picture refer to. */
export interface Lengths {
  scale: Spacing['scale'];
  /** Pixels are square, so any length is a number of pixels. */
  square: boolean;
  /** Magnification at the detector relative to the body, if the file has an estimate. */
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

/** The text beside a measurement, empty if there is none. Millimetres name what they refer to. */
export function describeMeasurement(
  { t, number }: Words,
  { length = 0, angle, unit = '' }: Measures,
  { scale, square, magnification }: Lengths,
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
