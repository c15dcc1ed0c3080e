import { useShortcutsOn } from '@konsil/api/shortcuts';
import { useEffect, useRef } from 'react';
import { usePageActs } from './page-acts';

/**
 * With modifiers only, so that single letters trigger nothing for screen readers or dictation. All are Alt+Shift with
 * this key.
 */
export const shortcutKeys = { answer: 'A', history: 'M', next: 'N', inbox: 'E', search: 'S', help: 'H' } as const;
export type Shortcut = keyof typeof shortcutKeys;

const helpEvent = 'konsil:shortcuts';
/** Opens the list of all keys. */
export const openShortcutHelp = (): void => void window.dispatchEvent(new Event(helpEvent));
export const onShortcutHelp = (open: () => void): (() => void) => {
  window.addEventListener(helpEvent, open);
  return () => window.removeEventListener(helpEvent, open);
};

/** Runs `act` on Alt+Shift and a letter while mounted, unless the reader switched shortcuts off. */
export function useShortcut(name: Shortcut, act: (() => void) | undefined): void {
  const active = useShortcutsOn();
  usePageActs(() => (act ? [{ name: `names.${name}`, run: act }] : []));
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // `code` is the physical key: with Alt some layouts type another letter.
      if (
        !event.altKey ||
        !event.shiftKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.code !== `Key${shortcutKeys[name]}`
      )
        return;
      if (!newest.current) return;
      event.preventDefault();
      newest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active, name]);
}
