import type { MeasuringTool } from '../engine/tool-names.ts';
import { measureByKey, type MeasuringSurface, type KeyMeasurement, type Measuring } from './key-measuring.ts';

const ground: MeasuringSurface = {
  imageId: 'a',
  width: 400,
  height: 300,
  pointAt: ([right, down]) => [right / 2, down / 2, 7],
};
const after = (tool: MeasuringTool, ...keys: string[]): KeyMeasurement => {
  let now: Measuring | null = null;
  let last: KeyMeasurement = { next: null };
  for (const pressed of keys) {
    const [key = '', shiftKey] = [pressed.replace('Shift+', ''), pressed.startsWith('Shift+')];
    last = measureByKey(now, tool, { key, shiftKey }, ground) ?? { next: now };
    now = last.next;
  }
  return last;
};

test('ignores arrows and Escape until a measurement is started', () => {
  for (const key of ['ArrowDown', 'Escape', 'PageDown'])
    expect(measureByKey(null, 'length', { key, shiftKey: false }, ground)).toBeUndefined();
});

test('Enter starts in the centre, sets start and end, and can start the next length', () => {
  expect(after('length', 'Enter')).toEqual({
    next: { tool: 'length', imageId: 'a', at: [200, 150], points: [] },
    told: 'aim',
  });
  expect(after('length', 'Enter', 'ArrowLeft', 'Enter')).toEqual({
    next: { tool: 'length', imageId: 'a', at: [190, 150], points: [[95, 75, 7]] },
    told: 'started',
  });
  expect(after('length', 'Enter', 'Enter', 'ArrowRight', 'ArrowDown', 'Enter')).toEqual({
    next: { tool: 'length', imageId: 'a', at: [210, 160], points: [] },
    finished: [
      [100, 75, 7],
      [105, 80, 7],
    ],
  });
});

test('an angle has its vertex between start and end', () => {
  const twoPoints = ['Enter', 'Enter', 'ArrowRight', 'Enter'];
  expect(after('angle', 'Enter', 'Enter')).toMatchObject({ told: 'angleStarted' });
  expect(after('angle', ...twoPoints)).toMatchObject({
    next: {
      points: [
        [100, 75, 7],
        [105, 75, 7],
      ],
    },
    told: 'vertexSet',
  });
  expect(after('angle', ...twoPoints, 'ArrowDown', 'Enter')).toMatchObject({
    next: { points: [] },
    finished: [
      [100, 75, 7],
      [105, 75, 7],
      [105, 80, 7],
    ],
  });
});

test('refuses three points in a line as an angle, and lets the end be set again', () => {
  const inLine = ['Enter', 'Enter', 'ArrowRight', 'Enter', 'ArrowRight', 'Enter'];
  expect(after('angle', ...inLine)).toMatchObject({
    next: {
      points: [
        [100, 75, 7],
        [105, 75, 7],
      ],
    },
    told: 'straight',
  });
  expect(after('angle', ...inLine, 'ArrowUp', 'Enter').finished).toHaveLength(3);
});

test('Shift moves in fine steps, and the crosshair stays on the picture', () => {
  expect(after('length', 'Enter', 'Shift+ArrowUp', 'Shift+ArrowRight').next?.at).toEqual([201, 149]);
  expect(after('length', 'Enter', ...Array.from({ length: 30 }, () => 'ArrowLeft')).next?.at).toEqual([0, 150]);
});

test('Escape removes point by point, then the crosshair', () => {
  expect(after('length', 'Enter', 'Enter', 'Escape')).toMatchObject({ next: { points: [] }, told: 'startTaken' });
  expect(after('length', 'Enter', 'Enter', 'Escape', 'Escape')).toEqual({ next: null, told: 'left' });
  const twoPoints = ['Enter', 'Enter', 'ArrowRight', 'Enter'];
  expect(after('angle', ...twoPoints, 'Escape')).toMatchObject({
    next: { points: [[100, 75, 7]] },
    told: 'vertexTaken',
  });
  expect(after('angle', ...twoPoints, 'Escape', 'Escape', 'Escape')).toEqual({ next: null, told: 'left' });
});

test('refuses a length of zero, and leaves other keys alone', () => {
  expect(after('length', 'Enter', 'Enter', 'Enter').finished).toBeUndefined();
  expect(
    measureByKey(
      { tool: 'length', imageId: 'a', at: [0, 0], points: [] },
      'length',
      { key: '+', shiftKey: false },
      ground,
    ),
  ).toBeUndefined();
});
