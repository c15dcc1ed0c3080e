import { startTransition, useEffect, useRef, useState } from 'react';
import type { RowsOnDemand } from './useRowsOnDemand';

/**
 * True if a block of a long list is rendered: only near the viewport, or while it holds the focus.
 * @returns `height` of the gap in its place, in pixels; undefined if never rendered.
 */
export function useDrawnBlock<E extends Element>(block: number, onDemand: RowsOnDemand | null, wanted = block < 2) {
  const ref = useRef<E>(null);
  const [drawn, setDrawn] = useState(!onDemand || wanted);
  const [height, setHeight] = useState<number>();

  useEffect(() => {
    const element = ref.current;
    if (!element || !onDemand) return undefined;
    return onDemand.watch(block, element, {
      draw: () => setDrawn(true),
      nearby: (near, measured) =>
        startTransition(() => {
          if (!near && element.contains(document.activeElement)) return;
          if (!near) setHeight(measured);
          setDrawn(near);
        }),
    });
  }, [block, onDemand]);
  return { ref, drawn: drawn || !onDemand, height };
}
