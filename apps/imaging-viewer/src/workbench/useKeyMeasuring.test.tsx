import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import type { ImagePane } from '../engine/ImagePane.ts';
import { useKeyMeasuring, type Measure } from './useKeyMeasuring.ts';

// A picture whose canvas has one pixel per millimetre.
const pane = {
  id: 'pane-0',
  image: { id: 'picture' },
  size: { width: 200, height: 200 },
  pointAt: ([right, down]: [number, number]) => [right, down, 0],
  spotOf: ([right, down]: [number, number]) => [right, down],
} as unknown as ImagePane;
const measure: Measure = {
  tool: 'length',
  draw: (_tool, _pane, _image, _points, told) => told('10,0 mm'),
  cleared: 0,
  resting: false,
};

const measured = () => {
  const rendered = renderHook((props: Measure) => useKeyMeasuring(pane, props), { initialProps: measure });
  const press = (...keys: string[]) =>
    keys.forEach((key) => act(() => void rendered.result.current.press({ key, shiftKey: false } as KeyboardEvent)));
  press('Enter', 'Enter', 'ArrowRight', 'Enter');
  expect(rendered.result.current).toMatchObject({ said: 'Strecke: 10,0 mm', crosshair: [110, 100] });
  return { ...rendered, press };
};

test('a result is announced once, also after switching panes back and forth', () => {
  const { result, rerender } = measured();
  rerender({ ...measure, resting: true });
  expect(result.current).toMatchObject({ said: '', crosshair: null });
  rerender(measure);
  expect(result.current.said).toBe('');
});

test('points stay while the other pane is measured on', () => {
  const { result, rerender, press } = measured();
  press('Enter');
  rerender({ ...measure, resting: true });
  rerender(measure);
  expect(result.current).toMatchObject({ spots: [[110, 100]], crosshair: [110, 100] });
});

test('announces nothing about deleted measurements', () => {
  const { result, rerender } = measured();
  rerender({ ...measure, cleared: 1 });
  expect(result.current).toMatchObject({ said: '', crosshair: null });
});
