import type { Words } from '../app/words.ts';

/** What the library measured. Without a known pixel size it assumes one millimetre and still says `mm`. */
export interface Measures {
  length?: number;
  /** In degrees; words where an arm has no length yet. */
  angle?: number | string;
  unit?: string;
}

/** The words beside a measurement, none while there is nothing to tell. Where the file does not say how large a pixel is, only pixels can be told. */
export function describeMeasurement({ t, number }: Words, { length = 0, angle, unit = '' }: Measures, measurable: boolean): string {
  if (typeof angle === 'string') return '';
  if (angle !== undefined) return t('measure.degrees', { value: number(angle, 1) });
  // Ultrasound regions bring a scale of their own.
  if (unit.startsWith('cm')) return t('measure.centimetres', { value: number(length, 2) });
  return measurable ? t('measure.millimetres', { value: number(length, 1) }) : t('measure.pixels', { value: number(length) });
}
