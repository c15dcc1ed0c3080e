// @bundle route
import { useShortcutsOn } from '@konsil/api/shortcuts';
import { useEffect, useRef } from 'react';

type Go = (() => void) | undefined;

// Where Alt+Shift+arrow selects words, or a dialog covers the document.
const elsewhere = 'textarea, select, [role="dialog"], input:not([type="radio"], [type="checkbox"])';

/**
 * Alt+Shift+arrow shows the previous or next document, wherever the focus is; not while typing, nor where shortcuts are
 * off. Without Shift, these keys are the browser's Back and Forward.
 * @returns the `aria-keyshortcuts` of each button
 */
export function useDocumentKeys(before: Go, after: Go): { before?: string; after?: string } {
  const active = useShortcutsOn();
  const newest = useRef({ before, after });
  useEffect(() => {
    newest.current = { before, after };
  });
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || !event.shiftKey || event.ctrlKey || event.metaKey) return;
      const go = { ArrowLeft: newest.current.before, ArrowRight: newest.current.after }[event.key];
      if (!go || (event.target as Element).closest?.(elsewhere)) return;
      event.preventDefault();
      go();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active]);
  return active ? { before: 'Alt+Shift+ArrowLeft', after: 'Alt+Shift+ArrowRight' } : {};
}
