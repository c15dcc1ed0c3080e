import { useEffect, useRef } from 'react';

type Go = (() => void) | undefined;

// There, Alt and an arrow go by words; a dialog lies above the document.
const elsewhere = 'textarea, select, [role="dialog"], input:not([type="radio"], [type="checkbox"])';

/** Alt and an arrow lead to the document before and after, wherever on the page the focus is; not while somebody writes. */
export function useDocumentKeys(before: Go, after: Go): void {
  const newest = useRef({ before, after });
  useEffect(() => {
    newest.current = { before, after };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return;
      const go = { ArrowLeft: newest.current.before, ArrowRight: newest.current.after }[event.key];
      if (!go || (event.target as Element).closest?.(elsewhere)) return;
      event.preventDefault();
      go();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
