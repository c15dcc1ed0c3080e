import { useEffect } from 'react';
import { mainId } from '@konsil/ui';

const parts = 'section, article, aside, [role="dialog"], [role="alertdialog"], main';

/** The title of the innermost part of the page that is still there, else that of the page. */
const titleAround = (places: EventTarget[]): HTMLElement | null => {
  for (
    let part = places.find((place): place is Element => place instanceof Element && place.isConnected)?.closest(parts);
    part;
    part = part.parentElement?.closest(parts)
  ) {
    const title = part.querySelector<HTMLElement>('h1, h2, h3, h4');
    if (title) return title;
  }
  return document.querySelector<HTMLElement>(`#${mainId} h1`);
};

/**
 * Keeps the focus out of nowhere when what has it goes away, as a button does that has done its work: the title of its part gets it then.
 * Who moves the focus themselves, as a dialog does that closes, has a frame's time to do so first.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: EventTarget[] = [];
    let frame = 0;
    const keep = () => {
      const [last] = places;
      if (!(last instanceof HTMLElement) || document.activeElement !== document.body) return;
      // What is still there was left on purpose.
      const title = last.isConnected ? null : titleAround(places);
      places = [];
      if (!title) return;
      title.tabIndex = -1;
      title.focus({ preventScroll: true });
    };
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(keep);
    };
    const remember = (event: FocusEvent) => (places = event.composedPath());
    const watcher = new MutationObserver(() => document.activeElement === document.body && look());
    watcher.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', look);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', look);
    };
  }, []);
}
