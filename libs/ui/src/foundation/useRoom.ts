import { useSyncExternalStore } from 'react';
import { below, from, laptop } from './media';

const roomFor = (media: string) => {
  const query = media.replace('@media ', '');
  let fitted: boolean | undefined;
  return {
    // Print has its own width: nothing is mounted anew for it, least of all a form being filled in.
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

/** True if panes fit side by side; below that, one at a time. */
export const useDesk = (): boolean => useSyncExternalStore(desk.watch, desk.fits);
/** True if a preview fits beside a list. */
export const useWide = (): boolean => useSyncExternalStore(wide.watch, wide.fits);
/** True if panes are side by side with little room. */
export const useLaptop = (): boolean => useSyncExternalStore(onLaptop.watch, onLaptop.fits);
/** True if a line has room for hardly more than a word: any phone at 200 % text size. */
export const useTightRoom = (): boolean => useSyncExternalStore(tight.watch, tight.fits);
