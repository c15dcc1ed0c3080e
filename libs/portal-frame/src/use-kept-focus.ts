import { useEffect } from 'react';
import { mainId } from '@konsil/ui';

const parts = 'section, article, aside, [role="dialog"], [role="alertdialog"], main';

/** The heading of the innermost mounted section, else the page's. */
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
 * Moves the focus to the section's heading when the focused element is unmounted, e.g. a button after its action.
 * Components that move the focus themselves, like a closing dialog, have one frame to do so.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let places: EventTarget[] = [];
    let frame = 0;
    const keep = () => {
      const [last] = places;
      if (!(last instanceof HTMLElement) || document.activeElement !== document.body) return;
      // A mounted element lost the focus on purpose.
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
