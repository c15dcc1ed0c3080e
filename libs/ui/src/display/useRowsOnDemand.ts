import { useEffect, useMemo } from 'react';

/** Rows per block. */
export const blockSize = 10;
/** Shorter tables and lists are rendered in full. */
const drawnAtOnce = 100;
const margin = '600px 0px';

interface Block {
  /** Renders it now, whether visible or not. */
  draw: () => void;
  /** The block came near the viewport or left it; its height in pixels. */
  nearby: (near: boolean, height: number) => void;
}

export interface RowsOnDemand {
  watch: (block: number, element: Element, listener: Block) => () => void;
  draw: (block: number) => void;
  stop: () => void;
}

function watchRows(): RowsOnDemand {
  const byElement = new Map<Element, Block>();
  const byNumber = new Map<number, Block>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        byElement.get(target)?.nearby(isIntersecting, boundingClientRect.height);
    },
    // Lists that scroll on their own are rendered ahead, too.
    { rootMargin: margin, scrollMargin: margin },
  );
  return {
    watch(number, element, block) {
      byElement.set(element, block);
      byNumber.set(number, block);
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        byElement.delete(element);
        byNumber.delete(number);
      };
    },
    draw: (number) => byNumber.get(number)?.draw(),
    stop: () => observer.disconnect(),
  };
}

/**
 * Observes which blocks of a long table are near the viewport. Null for tables of at most `most` rows, which are
 * rendered in full.
 */
export function useRowsOnDemand(rowCount: number, most = drawnAtOnce): RowsOnDemand | null {
  const long = rowCount > most && typeof IntersectionObserver !== 'undefined';
  const onDemand = useMemo(() => (long ? watchRows() : null), [long]);
  useEffect(() => () => onDemand?.stop(), [onDemand]);
  return onDemand;
}
