import { act, render } from '@testing-library/react';
import type { Measurement, MeasurementKind } from '@konsil/contracts/measurements';
import { wordsIn, WordsProvider } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { emptyPane } from '../engine/pane-state.ts';
import { MeasuringLayer } from './MeasuringLayer.tsx';
import type { MeasurementsState } from './useMeasurements.ts';

// The imaging library is an ES module for browsers; nothing is loaded here.
jest.mock('@cornerstonejs/core', () => ({ cache: { getImage: () => undefined } }));
jest.mock('cornerstone-pixel-coordinates', () => () => undefined, { virtual: true });

const state = { ...emptyPane, total: 1, phase: 'shown' as const };

/** A pane in which a pixel of the image is a pixel of the screen, with a tool. */
function measure(kind: MeasurementKind) {
  const made: Measurement[] = [];
  const element = document.createElement('div');
  document.body.append(element);
  const pane = {
    element,
    size: { width: 400, height: 400 },
    chosen: { window: null },
    state: () => state,
    subscribe: () => () => undefined,
    pixelOf: (spot: [number, number]) => spot,
    spotOfPixel: (pixel: [number, number]) => pixel,
    image: {
      id: 'wadors:/dicom-web/studies/1/series/2/instances/3/frames/1',
      frame: 1,
      instance: { spacingOf: () => ({ row: 1, column: 1 }) },
    },
  } as unknown as ImagePane;
  const measurements = { items: [], add: (item: Measurement) => made.push(item) } as unknown as MeasurementsState;
  render(
    <WordsProvider value={wordsIn('de')}>
      <MeasuringLayer pane={pane} tool={kind} measurements={measurements} fixed={[]} numberOf={() => 1} />
    </WordsProvider>,
  );
  const finger =
    (pointerId: number) =>
    (type: 'down' | 'move' | 'up', clientX: number, clientY: number): void =>
      void act(() =>
        element.dispatchEvent(
          Object.assign(new MouseEvent(`pointer${type}`, { bubbles: true, clientX, clientY, button: 0 }), {
            pointerId,
            pointerType: 'touch',
            isPrimary: pointerId === 1,
          }),
        ),
      );
  return { made, first: finger(1), second: finger(2) };
}

test('a drag of one finger measures from where it began to where it ended', () => {
  const { made, first } = measure('length');
  first('down', 10, 20);
  first('move', 30, 20);
  first('up', 50, 60);
  expect(made.map(({ kind, points }) => [kind, points])).toEqual([
    [
      'length',
      [
        [10, 20],
        [50, 60],
      ],
    ],
  ]);
});

test('an angle by finger has a drag for its first arm, and a second one for its end', () => {
  const { made, first } = measure('angle');
  first('down', 0, 0);
  first('up', 40, 0);
  first('down', 40, 5);
  first('up', 40, 40);
  expect(made.map(({ points }) => points)).toEqual([
    [
      [0, 0],
      [40, 0],
      [40, 40],
    ],
  ]);
});

test('two fingers that zoom measure nothing, and what was begun before goes on', () => {
  const { made, first, second } = measure('length');
  const pinch = () => {
    first('down', 100, 100);
    second('down', 140, 100);
    first('move', 60, 100);
    second('move', 180, 100);
    second('up', 180, 100);
    first('up', 60, 100);
  };
  pinch();
  expect(made).toEqual([]);
  const angle = measure('angle');
  angle.first('down', 0, 0);
  angle.first('up', 40, 0);
  angle.first('down', 100, 100);
  angle.second('down', 140, 100);
  angle.first('up', 60, 100);
  angle.second('up', 180, 100);
  expect(angle.made).toEqual([]);
  angle.first('down', 40, 30);
  angle.first('up', 40, 40);
  expect(angle.made.map(({ points }) => points[2])).toEqual([[40, 40]]);
  first('down', 1, 1);
  first('up', 9, 9);
  expect(made).toHaveLength(1);
});
