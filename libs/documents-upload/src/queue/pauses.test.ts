import { createRetryDelays } from './pauses.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** The durations of a number of consecutive delays, in seconds. */
const lengthsOf = (pauses: ReturnType<typeof createRetryDelays>, count: number): number[] =>
  Array.from({ length: count }, () => {
    pauses.start('upload');
    let seconds = 0;
    while (pauses.has('upload') && seconds < 600) {
      jest.advanceTimersByTime(1000);
      seconds += 1;
    }
    return seconds;
  });

test('each delay is twice as long as the previous, up to 30 seconds', () => {
  expect(
    lengthsOf(
      createRetryDelays(() => undefined),
      7,
    ),
  ).toEqual([2, 4, 8, 16, 30, 30, 30]);
});

test('delays start at two seconds again after a success', () => {
  const pauses = createRetryDelays(() => undefined);
  lengthsOf(pauses, 3);
  pauses.end('upload');
  expect(lengthsOf(pauses, 1)).toEqual([2]);
});

test('reports the end of a delay once, with its id', () => {
  const ended: string[] = [];
  const pauses = createRetryDelays((id) => ended.push(id));
  lengthsOf(pauses, 1);
  jest.advanceTimersByTime(120_000);
  expect(ended).toEqual(['upload']);
});
