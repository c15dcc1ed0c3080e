import type { Image } from '../study/study.ts';
import { Playback, playedRate } from './Playback.ts';

const image = (delay: number | null): Image => ({ frame: 1, instance: { delayOf: () => delay } }) as unknown as Image;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The pictures that a second of playing shows. */
function shownInASecond(prepare: (playback: Playback) => void, delay: number | null = 100): number {
  let shown = 0;
  const playback = new Playback(
    () => image(delay),
    () => (shown += 1),
  );
  prepare(playback);
  playback.start();
  jest.advanceTimersByTime(1000);
  playback.stop();
  jest.advanceTimersByTime(1000);
  return shown;
}

test("a series plays at the file's own rate, and at a multiple of it that was chosen before", () => {
  expect(shownInASecond(() => undefined)).toBe(10);
  expect(shownInASecond((playback) => playback.faster(1))).toBe(20);
  expect(shownInASecond((playback) => playback.faster(-1))).toBe(5);
  expect(shownInASecond(() => undefined, null)).toBe(12);
});

test('the speed keeps within its list', () => {
  expect(shownInASecond((playback) => [1, 1, 1, 1].forEach(() => playback.faster(1)))).toBe(40);
  expect(shownInASecond((playback) => [1, 1, 1, 1].forEach(() => playback.faster(-1)))).toBe(2);
});

test('a change of speed counts from the next picture on', () => {
  let shown = 0;
  const playback = new Playback(
    () => image(100),
    () => (shown += 1),
  );
  playback.start();
  jest.advanceTimersByTime(100);
  playback.speed = 4;
  jest.advanceTimersByTime(100 + 10 * 25);
  playback.stop();
  expect(shown).toBe(12);
});

test('the rate told is the one that is played, at most 60 pictures per second', () => {
  expect([playedRate(image(100), 1), playedRate(image(100), 0.5), playedRate(image(null), 1)]).toEqual([
    10,
    5,
    expect.closeTo(12),
  ]);
  expect(playedRate(image(20), 4)).toBeCloseTo(60);
});
