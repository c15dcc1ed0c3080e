import { useSyncExternalStore } from 'react';
import { below, from, laptop } from './media';

const roomFor = (media: string) => {
  const query = media.replace('@media ', '');
  let fitted: boolean | undefined;
  return {
    // Paper has a width of its own: nothing is built anew for it, least of all a form that somebody fills in.
    fits: () =>
      window.matchMedia('print').matches && fitted !== undefined ? fitted : (fitted = window.matchMedia(query).matches),
    watch: (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
  };
};
const desk = roomFor(from.desk);
const wide = roomFor(from.wide);
const onLaptop = roomFor(laptop);
const tight = roomFor(below.tight);

/** Whether there is room for panes beside each other; below that, one thing at a time. */
export const useDesk = (): boolean => useSyncExternalStore(desk.watch, desk.fits);
/** Whether there is room for a preview beside a list. */
export const useWide = (): boolean => useSyncExternalStore(wide.watch, wide.fits);
/** Whether panes stand beside each other, but with little room. */
export const useLaptop = (): boolean => useSyncExternalStore(onLaptop.watch, onLaptop.fits);
/** Whether a line holds hardly more than a word: any phone at 200 % text. */
export const useTight = (): boolean => useSyncExternalStore(tight.watch, tight.fits);
