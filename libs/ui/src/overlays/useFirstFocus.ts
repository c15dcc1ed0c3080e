import { useRef } from 'react';

type OpenedBy = 'mouse' | 'touch' | 'pen' | 'keyboard' | '';

/**
 * The initial focus of a dialog: the field marked `data-focus-first`, the first field, else the dialog itself, whose
 * title is then read. On touch screens always the dialog, so that no keyboard covers it.
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
