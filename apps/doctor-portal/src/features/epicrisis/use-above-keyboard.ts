import { useKeyboard } from '@konsil/ui';
import { useCallback, useEffect, useRef, type CSSProperties, type RefObject } from 'react';

export interface AboveKeyboard {
  /** Tells the styles how high the keyboard stands over the page. */
  style: CSSProperties;
  /** Whether it does. */
  up: boolean;
  foot: RefObject<HTMLElement | null>;
  /** After each change of a text. */
  follow: () => void;
}

/** Where a keyboard lies over the page, the foot of a form stands on it, and who writes at the end of a text goes on seeing what they write. */
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
