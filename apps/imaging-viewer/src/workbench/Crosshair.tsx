import type { KeyMeasuring } from './useKeyMeasuring.ts';

/** Where the keys measure, and the points that are set. */
export function Crosshair({ crosshair, spots }: Pick<KeyMeasuring, 'crosshair' | 'spots'>) {
  return (
    <>
      {spots.map(([left, top], index) => (
        <div key={index} className="measure-point" style={{ left, top }} />
      ))}
      {crosshair && <div className="crosshair" style={{ left: crosshair[0], top: crosshair[1] }} />}
    </>
  );
}
