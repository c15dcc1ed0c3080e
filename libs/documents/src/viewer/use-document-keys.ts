import { useShortcutsOn } from '@konsil/api/shortcuts';
import { useEffect, useRef } from 'react';

type Go = (() => void) | undefined;

// There, Alt, Shift and an arrow select words; a dialog lies above the document.
const elsewhere = 'textarea, select, [role="dialog"], input:not([type="radio"], [type="checkbox"])';

/**
 * Alt, Shift and an arrow lead to the document before and after, wherever on the page the focus is; not while somebody writes,
 * nor where shortcuts are switched off. Without Shift they stay the browser's way back and forward.
 * @returns what each button's `aria-keyshortcuts` says
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
