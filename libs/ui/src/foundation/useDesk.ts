import { useSyncExternalStore } from 'react';
import { from } from './media';

const query = from.desk.replace('@media ', '');
const watch = (changed: () => void) => {
  const list = window.matchMedia(query);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** Whether there is room for panes beside each other; below that, one thing at a time. */
export const useDesk = (): boolean => useSyncExternalStore(watch, () => window.matchMedia(query).matches);
