import { useEffect, useState } from 'react';
import { loadVolume, VolumeTooLarge, type LoadedVolume } from '../engine/load-volume.ts';
import { prepareSeries } from '../engine/engine.ts';
import type { Series } from '../study/study.ts';
import { volumeOf, type NoVolume } from '../study/volume.ts';

export type VolumeState =
  | { phase: 'loading'; done: number; of: number }
  | { phase: 'ready'; volume: LoadedVolume }
  | { phase: 'none'; why: NoVolume }
  | { phase: 'failed' };

/** Loads a series as a volume, if it is one. The series stays the same while mounted. */
export function useVolume(series: Series): { state: VolumeState; retry: () => void } {
  const [grid] = useState(() => volumeOf(series));
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<VolumeState>(() =>
    typeof grid === 'string' ? { phase: 'none', why: grid } : { phase: 'loading', done: 0, of: grid.images.length },
  );
  useEffect(() => {
    if (typeof grid === 'string') return undefined;
    let gone = false;
    const of = grid.images.length;
    prepareSeries(series);
    loadVolume(
      grid,
      (done) => !gone && setState({ phase: 'loading', done, of }),
      () => gone,
    ).then(
      (volume) => volume && !gone && setState({ phase: 'ready', volume }),
      (fault: unknown) =>
        !gone && setState(fault instanceof VolumeTooLarge ? { phase: 'none', why: 'large' } : { phase: 'failed' }),
    );
    return () => {
      gone = true;
    };
  }, [series, grid, attempt]);
  const retry = () => {
    setAttempt(attempt + 1);
    setState({ phase: 'loading', done: 0, of: series.images.length });
  };
  return { state, retry };
}
