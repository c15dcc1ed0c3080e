import type { KeyMeasuring } from './useKeyMeasuring.ts';

/** Where the keys measure, and where the length began. */
export function Crosshair({ crosshair, start }: Pick<KeyMeasuring, 'crosshair' | 'start'>) {
  return (
    <>
      {start && <div className="measure-start" style={{ left: start[0], top: start[1] }} />}
      {crosshair && <div className="crosshair" style={{ left: crosshair[0], top: crosshair[1] }} />}
    </>
  );
}
