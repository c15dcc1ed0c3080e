import { render, screen } from '@testing-library/react';
import { wordsIn, WordsProvider } from '../app/words.ts';
import type { LoadedVolume } from '../engine/load-volume.ts';
import { planesOf, type CutPlane, type Slab } from '../study/reslice.ts';
import type { VolumeGrid } from '../study/volume.ts';
import { CutPane } from './CutPane.tsx';

const grid: VolumeGrid = {
  images: [],
  size: [1, 1, 3],
  spacing: [1, 1, 1],
  origin: [0, 0, 0],
  axes: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  unit: 'HU',
};
const volume: LoadedVolume = {
  grid,
  values: Int16Array.of(10, 40, 900),
  own: { center: 40, width: 400, shape: 'linear' },
  inverse: false,
  padding: [null, null, null],
  told: (_voxel, value) => ({ value, unit: 'HU', range: 1000 }),
};
const nothing = () => undefined;

beforeEach(() => {
  class Observer {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  }
  Object.assign(window, { ResizeObserver: Observer });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});

test.each<[Slab, RegExp]>([
  [{ thickness: 0, how: 'most' }, /40 HU/],
  [{ thickness: 3, how: 'most' }, /900 HU/],
  [{ thickness: 3, how: 'least' }, /10 HU/],
])('announces the value that the plane shows: %j', (slab, told) => {
  const [plane] = planesOf(grid) as [CutPlane];
  render(
    <WordsProvider value={wordsIn('de')}>
      <CutPane
        volume={volume}
        plane={plane}
        voxel={[0, 0, 1]}
        slab={slab}
        view={volume.own}
        inverse={false}
        zoom={1}
        focusFirst={false}
        onVoxel={nothing}
        onZoom={nothing}
        onWindow={nothing}
      />
    </WordsProvider>,
  );
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(told);
});
