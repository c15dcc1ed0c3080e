import { useSyncExternalStore } from 'react';

const watch = (changed: () => void) => {
  const seen = window.visualViewport;
  seen?.addEventListener('resize', changed);
  seen?.addEventListener('scroll', changed);
  return () => {
    seen?.removeEventListener('resize', changed);
    seen?.removeEventListener('scroll', changed);
  };
};
const covered = (): number => {
  const seen = window.visualViewport;
  // Of a page that somebody has enlarged a part is out of sight for that reason.
  if (!seen || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
};

/** How many pixels at the foot of the page the keyboard of a touched screen lies over; 0 where it makes the page smaller instead. */
export const useKeyboard = (): number => useSyncExternalStore(watch, covered);
