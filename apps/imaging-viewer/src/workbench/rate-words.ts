import type { Words } from '../app/words.ts';
import { playedRate } from '../engine/Playback.ts';
import type { Image } from '../study/study.ts';

/** The pictures per second of a series that is played at a multiple of its own rate. */
export const rateWords = ({ t, number }: Words, image: Image | undefined, speed: number): string => {
  const rate = playedRate(image, speed);
  return t('pane.rate', { rate: number(rate, rate < 10 && Math.abs(rate - Math.round(rate)) > 0.05 ? 1 : 0) });
};
