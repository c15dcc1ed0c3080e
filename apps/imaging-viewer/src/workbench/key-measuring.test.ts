import { measureByKey, type Ground, type Measured, type Measuring } from './key-measuring.ts';

const ground: Ground = { imageId: 'a', width: 400, height: 300, pointAt: ([right, down]) => [right / 2, down / 2, 7] };
const after = (...keys: string[]): Measured => {
  let now: Measuring | null = null;
  let last: Measured = { next: null };
  for (const pressed of keys) {
    const [key = '', shiftKey] = [pressed.replace('Shift+', ''), pressed.startsWith('Shift+')];
    last = measureByKey(now, { key, shiftKey }, ground) ?? { next: now };
    now = last.next;
  }
  return last;
};

test('until a measurement is begun, arrows and Escape are not taken', () => {
  for (const key of ['ArrowDown', 'Escape', 'PageDown']) expect(measureByKey(null, { key, shiftKey: false }, ground)).toBeUndefined();
});

test('Enter begins in the middle, sets the start and the end, and the next length can follow', () => {
  expect(after('Enter')).toEqual({ next: { imageId: 'a', at: [200, 150], start: null }, told: 'aim' });
  expect(after('Enter', 'ArrowLeft', 'Enter')).toEqual({ next: { imageId: 'a', at: [190, 150], start: [95, 75, 7] }, told: 'started' });
  expect(after('Enter', 'Enter', 'ArrowRight', 'ArrowDown', 'Enter')).toEqual({ next: { imageId: 'a', at: [210, 160], start: null }, ends: [[100, 75, 7], [105, 80, 7]] });
});

test('Shift makes fine steps, and the crosshair stays on the picture', () => {
  expect(after('Enter', 'Shift+ArrowUp', 'Shift+ArrowRight').next?.at).toEqual([201, 149]);
  expect(after('Enter', ...Array.from({ length: 30 }, () => 'ArrowLeft')).next?.at).toEqual([0, 150]);
});

test('Escape takes back the start first, then the crosshair', () => {
  expect(after('Enter', 'Enter', 'Escape')).toMatchObject({ next: { start: null }, told: 'cancelled' });
  expect(after('Enter', 'Enter', 'Escape', 'Escape')).toEqual({ next: null, told: 'left' });
});

test('no length without an extent, and other keys keep their meaning', () => {
  expect(after('Enter', 'Enter', 'Enter').ends).toBeUndefined();
  expect(measureByKey({ imageId: 'a', at: [0, 0], start: null }, { key: '+', shiftKey: false }, ground)).toBeUndefined();
});
