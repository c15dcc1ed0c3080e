import { useEffect, useRef, useState } from 'react';
import { useWords } from '../app/words.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import type { CanvasPoint } from './key-measuring.ts';
import { usePaneState } from './usePaneState.ts';

const lensSide = 220;
const lensFactor = 2.5;
/** Keeps the finger from covering the point that it marks. */
const fingerAbove = 100;

interface Spot {
  at: [number, number];
  byFinger: boolean;
}

/** The place of mouse or finger on a pane. */
function useSpot(pane: ImagePane | null): Spot | null {
  const [spot, setSpot] = useState<Spot | null>(null);
  useEffect(() => {
    const element = pane?.element;
    if (!element) return undefined;
    const move = ({ clientX, clientY, pointerType, buttons }: PointerEvent) => {
      const { left, top } = element.getBoundingClientRect();
      if (pointerType === 'touch' && buttons === 0) setSpot(null);
      else setSpot({ at: [clientX - left, clientY - top], byFinger: pointerType === 'touch' });
    };
    const leave = () => setSpot(null);
    const moves = ['pointermove', 'pointerdown'] as const;
    const leaves = ['pointerleave', 'pointercancel'] as const;
    for (const event of moves) element.addEventListener(event, move);
    for (const event of leaves) element.addEventListener(event, leave);
    return () => {
      for (const event of moves) element.removeEventListener(event, move);
      for (const event of leaves) element.removeEventListener(event, leave);
    };
  }, [pane]);
  return spot;
}

/** The value under the cursor with its unit, and the magnifier while it is chosen. */
export function PaneCursor({
  pane,
  magnifying,
  crosshair,
}: {
  pane: ImagePane | null;
  magnifying: boolean;
  crosshair: CanvasPoint | null;
}) {
  const { t, value: valueWords } = useWords();
  const spot = useSpot(pane);
  const state = usePaneState(pane);
  const lens = useRef<HTMLCanvasElement>(null);
  const at = spot?.at ?? (crosshair && ([...crosshair] as [number, number]));
  const lensShown = magnifying && spot !== null && state.phase === 'shown';
  // After every change of the picture, too.
  useEffect(() => {
    if (!lensShown || !pane || !lens.current || !at) return undefined;
    const canvas = lens.current;
    const frame = requestAnimationFrame(() => pane.magnify(at, lensFactor, canvas));
    return () => cancelAnimationFrame(frame);
  });
  const found = at && pane?.valueAt(at);
  return (
    <>
      {found && (
        <p className="pane-value" aria-hidden="true">
          {found.unit
            ? t('pane.value', { value: valueWords(found.value, found.range), unit: found.unit })
            : t('pane.valueWithout', { value: valueWords(found.value, found.range) })}
        </p>
      )}
      {lensShown && at && (
        <canvas
          ref={lens}
          className="lens"
          aria-hidden="true"
          width={lensSide * devicePixelRatio}
          height={lensSide * devicePixelRatio}
          style={{
            inlineSize: lensSide,
            blockSize: lensSide,
            left: at[0],
            top: at[1] - (spot?.byFinger ? fingerAbove : 0),
          }}
        />
      )}
    </>
  );
}
