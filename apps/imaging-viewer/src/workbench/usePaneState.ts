import { useCallback, useSyncExternalStore } from 'react';
import type { ImagePane } from '../engine/ImagePane.ts';
import { emptyPane, type PaneState } from '../engine/pane-state.ts';

const silent = () => () => undefined;
const empty = () => emptyPane;

/** The current state of a pane. */
export function usePaneState(pane: ImagePane | null): PaneState {
  const subscribe = useCallback((listener: () => void) => (pane ? pane.subscribe(listener) : silent()), [pane]);
  return useSyncExternalStore(subscribe, pane?.state ?? empty);
}
