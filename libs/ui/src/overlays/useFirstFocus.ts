import { useRef } from 'react';

type OpenedBy = 'mouse' | 'touch' | 'pen' | 'keyboard' | '';

/**
 * Where the focus goes when a dialog opens: to its field marked `data-focus-first`, to its first field, else to the dialog itself, whose title is then
 * read. On touch always to the dialog, so that no keyboard covers it before it was read.
 */
export function useFirstFocus() {
  const sheetRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const initialFocus = (openedBy: OpenedBy) => {
    const field =
      bodyRef.current?.querySelector<HTMLElement>('[data-focus-first]') ??
      bodyRef.current?.querySelector<HTMLElement>('input, select, textarea');
    return (openedBy === 'touch' ? null : field) ?? sheetRef.current;
  };
  return { sheetRef, bodyRef, initialFocus };
}
