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
  // In a zoomed page the hidden part is not a keyboard.
  if (!seen || seen.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
};

/** Pixels of the page that the on-screen keyboard covers; 0 where the keyboard shrinks the page instead. */
export const useKeyboard = (): number => useSyncExternalStore(watch, covered);
