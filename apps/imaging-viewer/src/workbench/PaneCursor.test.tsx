import { act, render } from '@testing-library/react';
import { wordsIn, WordsProvider } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { emptyPane } from '../engine/pane-state.ts';
import { PaneCursor } from './PaneCursor.tsx';

const state = { ...emptyPane, phase: 'shown' as const };

/** A pane with a magnifier that notes what it enlarges. */
function show(magnifying: boolean, pointerType: 'mouse' | 'touch') {
  const enlarged: unknown[] = [];
  const element = document.createElement('div');
  const pane = {
    element,
    state: () => state,
    subscribe: () => () => undefined,
    valueAt: () => null,
    magnify: (at: [number, number], factor: number) => enlarged.push([at, factor]),
  } as unknown as ImagePane;
  const { container } = render(
    <WordsProvider value={wordsIn('en')}>
      <PaneCursor pane={pane} magnifying={magnifying} crosshair={null} />
    </WordsProvider>,
  );
  const point = (type: string, buttons: number): void => {
    const event = new MouseEvent(`pointer${type}`, { clientX: 150, clientY: 160, buttons });
    act(() => void element.dispatchEvent(Object.assign(event, { pointerType })));
    // The lens is drawn with the next picture of the screen.
    act(() => void jest.advanceTimersByTime(50));
  };
  return { enlarged, lens: () => container.querySelector<HTMLCanvasElement>('.lens'), point };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('the magnifier enlarges the point under the mouse, and goes with it', () => {
  const { enlarged, lens, point } = show(true, 'mouse');
  expect(lens()).toBeNull();
  point('move', 0);
  expect(enlarged.at(-1)).toEqual([[150, 160], 2.5]);
  expect(lens()?.style).toMatchObject({ left: '150px', top: '160px' });
  point('leave', 0);
  expect(lens()).toBeNull();
});

test('under a finger the magnifier lies above it, and ends with the touch', () => {
  const { enlarged, lens, point } = show(true, 'touch');
  point('down', 1);
  expect(enlarged.at(-1)).toEqual([[150, 160], 2.5]);
  expect(lens()?.style).toMatchObject({ left: '150px', top: '60px' });
  point('move', 0);
  expect(lens()).toBeNull();
});

test('nothing is enlarged while another tool is chosen', () => {
  const { enlarged, lens, point } = show(false, 'mouse');
  point('move', 0);
  expect([enlarged, lens()]).toEqual([[], null]);
});
