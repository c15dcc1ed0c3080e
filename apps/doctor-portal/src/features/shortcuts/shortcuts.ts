import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { usualPageKeys, type PageKey } from '@konsil/contracts/shortcut-keys';
import { useEffect, useRef } from 'react';
import { usePageActs } from './page-acts';

/** Shortcuts need Alt and Shift, so that screen readers and dictation do not trigger them by single letters. */
export type Shortcut = PageKey;
export const pageShortcuts = Object.keys(usualPageKeys) as Shortcut[];

/** The letter of a pressed key, taken from its place on the keyboard where Alt produces another character. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase();

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
  const letter = useShortcutKeys().page[name];
  usePageActs(() => (act ? [{ name: `names.${name}`, run: act }] : []));
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey || letterOf(event) !== letter) return;
      if (!newest.current) return;
      event.preventDefault();
      // Ignores a held key: after the action, it would also decide about the next case.
      if (!event.repeat) newest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active, letter]);
}
