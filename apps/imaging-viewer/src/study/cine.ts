import { number, numbers, type DicomJson } from './dicom-json.ts';

const tags = { displayRate: '00082144', cineRate: '00180040', frameTime: '00181063', frameTimes: '00181065' } as const;

/** A rate or time of 0 means that the file does not say. */
const positive = (value: number | undefined): number | null => (value !== undefined && value > 0 ? value : null);

/**
 * The delay before each frame in milliseconds; null if the file does not say. The first frame follows the last one
 * after the usual delay.
 */
export function delaysOf(dataSet: DicomJson): (frame: number) => number | null {
  const rate = positive(number(dataSet, tags.displayRate)) ?? positive(number(dataSet, tags.cineRate));
  if (rate) return () => 1000 / rate;
  const times = numbers(dataSet, tags.frameTimes);
  const given = times.filter((time) => time > 0).sort((a, b) => a - b);
  const usual = given[Math.floor(given.length / 2)] ?? positive(number(dataSet, tags.frameTime));
  return (frame) => positive(times[frame - 1]) ?? usual;
}
