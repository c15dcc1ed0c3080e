import type { KeyMeasuring } from './useKeyMeasuring.ts';

/** The crosshair and the points of a measurement by keyboard. */
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
