import type { StoredInstance } from './study-source.ts';

const mostFrames = 8;

/** The requested frames, from 0; empty if one of them does not exist. */
export function frameNumbers(list: string | undefined, { frames }: Pick<StoredInstance, 'frames'>): number[] {
  const numbers = (list ?? '').split(',');
  const valid =
    numbers.length <= mostFrames &&
    numbers.every((number) => /^[1-9]\d{0,6}$/.test(number) && Number(number) <= frames);
  return valid ? numbers.map((number) => Number(number) - 1) : [];
}
