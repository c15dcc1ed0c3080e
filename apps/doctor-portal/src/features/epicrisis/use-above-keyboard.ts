// @bundle route
import { useKeyboard } from '@konsil/ui';
import { useCallback, useEffect, useRef, type CSSProperties, type RefObject } from 'react';

export interface AboveKeyboard {
  /** Passes the height of the on-screen keyboard to the styles. */
  style: CSSProperties;
  /** True if a keyboard covers the page. */
  up: boolean;
  foot: RefObject<HTMLElement | null>;
  /** To call after each change of a text. */
  follow: () => void;
}

/**
 * Keeps a form's footer above an on-screen keyboard that covers the page, and the end of the text in view while typing
 * there.
 */
export function useAboveKeyboard(): AboveKeyboard {
  const keyboard = useKeyboard();
  const foot = useRef<HTMLElement>(null);
  const up = keyboard > 0;
  const follow = useCallback(() => {
    const area = document.activeElement;
    if (!up || !foot.current || !(area instanceof HTMLTextAreaElement) || area.selectionEnd < area.value.length) return;
    if (area.getBoundingClientRect().bottom > foot.current.getBoundingClientRect().top)
      area.scrollIntoView({ block: 'end' });
  }, [up]);
  useEffect(follow, [follow, keyboard]);
  return { style: { '--keyboard': `${keyboard}px` } as CSSProperties, up, foot, follow };
}
