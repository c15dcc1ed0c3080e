// @bundle route
import { useEffect, useRef } from 'react';

/**
 * For the place of a file button that gives way to the progress of the chosen file: takes the focus that would be lost, and
 * returns it to the button at the end. A focus that is elsewhere stays.
 */
export const useKeptFocus = (state: string, busy: boolean) => {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    const focused = document.activeElement;
    if (focused && focused !== document.body && !place.current?.contains(focused)) return;
    const target = busy ? place.current : place.current?.querySelector<HTMLElement>('input[type=file]');
    target?.focus();
  }, [state, busy]);
  return place;
};
