import { useState } from 'react';

const step = 2;

export interface SplitLimits {
  /** Share of the first pane in per cent. */
  start: number;
  min: number;
  max: number;
}

/** Undefined where storage is missing, full or forbidden. */
const stored = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
};

function remembered(storageKey: string | undefined): number | null {
  const value = storageKey ? Number(stored((storage) => storage.getItem(storageKey))) : 0;
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** The share of the first pane in per cent, stored in localStorage. */
export function useSplit({ start, min, max }: SplitLimits, storageKey?: string) {
  const within = (share: number) => Math.round(Math.min(Math.max(share, min), max) * 10) / 10;
  const [moved, setMoved] = useState(() => remembered(storageKey));
  const share = within(moved ?? start);

  const moveTo = (wanted: number) => {
    const next = within(wanted);
    setMoved(next);
    if (storageKey) stored((storage) => storage.setItem(storageKey, String(next)));
  };
  const keys: Record<string, number> = {
    ArrowLeft: share - step,
    ArrowRight: share + step,
    PageUp: share + step * 5,
    PageDown: share - step * 5,
    Home: min,
    End: max,
    Enter: start,
  };
  return { share, moveTo, reset: () => moveTo(start), targetOf: (key: string) => keys[key] };
}
