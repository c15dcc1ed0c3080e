import { useEffect, useRef } from 'react';

export const pictureId = (paneId: string): string => `${paneId}-picture`;
/** Gives the keyboard to the picture of a pane. */
export const focusOn = (paneId: string): void =>
  document.getElementById(pictureId(paneId))?.focus({ preventScroll: true });

/** Keys that move through a page. */
const ofThePage = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape'];

/**
 * Keeps the keyboard on the active picture: after a press on a tool or a series, and where nothing has the focus.
 * Somebody who reached a button by keyboard stays there.
 */
export function useFocusedPane(paneId: string): void {
  const latest = useRef(paneId);
  // The wheel or a press made the other pane the active one: keys act on the same.
  useEffect(() => {
    latest.current = paneId;
    if (document.activeElement?.closest('.pane')) focusOn(paneId);
  }, [paneId]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.target !== document.body || ofThePage.includes(event.key)) return;
      focusOn(latest.current);
      const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
      const again = new KeyboardEvent('keydown', {
        key,
        shiftKey,
        ctrlKey,
        metaKey,
        altKey,
        bubbles: true,
        cancelable: true,
      });
      if (document.activeElement !== document.body && !document.activeElement?.dispatchEvent(again))
        event.preventDefault();
    };
    const click = ({ target, detail }: MouseEvent) => {
      const button = detail > 0 && target instanceof Element ? target.closest('button') : null;
      if (!button?.closest('.tools, .series, .measurement-acts') || button.matches('[aria-haspopup], [aria-expanded]'))
        return;
      // Once the press has had its effect, which may be another active pane.
      requestAnimationFrame(() => focusOn(latest.current));
    };
    window.addEventListener('keydown', press);
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('click', click);
    };
  }, []);
}
