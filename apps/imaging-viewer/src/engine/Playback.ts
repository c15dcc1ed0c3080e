import type { Image } from '../study/study.ts';
import { speeds } from './pane-state.ts';

const usualDelay = 1000 / 12;
const leastDelay = 1000 / 60;
const mostDelay = 5_000;

/** Milliseconds before a picture is shown while playing, at a multiple of the file's own rate. */
export const playedDelay = (image: Image | undefined, speed: number): number =>
  Math.min(mostDelay, Math.max(leastDelay, (image?.instance.delayOf(image.frame) ?? usualDelay) / speed));

/** Pictures per second at this one, while playing. */
export const playedRate = (image: Image | undefined, speed: number): number => 1000 / playedDelay(image, speed);

/** The clock of a series that is played. */
export class Playback {
  private timer: ReturnType<typeof setTimeout> | undefined;
  speed = 1;

  constructor(
    private readonly following: () => Image | undefined,
    private readonly goOn: () => void,
  ) {}

  /** One step along the list of speeds. */
  faster(by: 1 | -1): void {
    const at = speeds.findIndex((speed) => speed === this.speed);
    this.speed = speeds[Math.max(0, Math.min(speeds.length - 1, at + by))] ?? 1;
  }

  start(): void {
    this.stop();
    let due = performance.now();
    const next = (): void => {
      due += playedDelay(this.following(), this.speed);
      // After a background pause, playback does not catch up.
      if (due < performance.now() - mostDelay) due = performance.now();
      this.timer = setTimeout(
        () => {
          this.goOn();
          next();
        },
        Math.max(0, due - performance.now()),
      );
    };
    next();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
