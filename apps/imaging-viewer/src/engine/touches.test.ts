import { gestureOf, zoomOfDrag } from './touches.ts';

test('two fingers zoom by their distance, and take the picture along', () => {
  const gesture = { by: [10, 0] } as const;
  expect(
    gestureOf({
      ...gesture,
      before: [
        [40, 50],
        [60, 50],
      ],
      now: [
        [40, 50],
        [80, 50],
      ],
    }),
  ).toEqual({
    factor: 2,
    pan: [10, 0],
  });
  expect(
    gestureOf({
      ...gesture,
      before: [
        [0, 0],
        [0, 40],
      ],
      now: [
        [10, 0],
        [10, 20],
      ],
    }),
  ).toEqual({
    factor: 0.5,
    pan: [10, 0],
  });
});

test('a second finger that was just put down, or lies on the first, does not zoom', () => {
  const gesture = { by: [3, 4] } as const;
  expect(
    gestureOf({
      ...gesture,
      before: [[40, 50]],
      now: [
        [40, 50],
        [80, 50],
      ],
    }),
  ).toEqual({ factor: 1, pan: [3, 4] });
  expect(
    gestureOf({
      ...gesture,
      before: [
        [40, 50],
        [80, 50],
      ],
      now: [
        [9, 9],
        [9, 9],
      ],
    }).factor,
  ).toBe(1);
});

test('one finger zooms by its way down, and does not move the picture', () => {
  const one = gestureOf({ by: [30, 200], before: [[0, 0]], now: [[30, 200]] });
  expect(one).toEqual({ factor: expect.closeTo(Math.E), pan: [0, 0] });
  expect(zoomOfDrag(-200)).toBeCloseTo(1 / Math.E);
});
