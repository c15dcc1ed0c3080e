import { useRef } from 'react';

type OpenedBy = 'mouse' | 'touch' | 'pen' | 'keyboard' | '';

/** Focuses the first field once it is there, unless the reader has moved the focus from the dialog itself. */
const focusLater = (sheet: HTMLElement, find: () => HTMLElement | null | undefined) => {
  const observer = new MutationObserver(() => {
    const field = find();
    const isWaiting = document.activeElement === sheet;
    if (isWaiting && !field) return;
    observer.disconnect();
    if (isWaiting) field?.focus();
  });
  observer.observe(sheet, { childList: true, subtree: true });
};

/**
 * The initial focus of a dialog: the field marked `data-focus-first`, the first field, else the dialog itself, whose
 * title is then read, until a field has loaded. On touch screens always the dialog, so that no keyboard covers it.
 */
export function useFirstFocus() {
  const sheetRef = useRef<HTMLDivElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const find = () =>
    bodyRef.current?.querySelector<HTMLElement>('[data-focus-first]') ??
    bodyRef.current?.querySelector<HTMLElement>('input, select, textarea');
  const initialFocus = (openedBy: OpenedBy) => {
    if (openedBy === 'touch') return sheetRef.current;
    const field = find();
    if (!field && sheetRef.current) focusLater(sheetRef.current, find);
    return field ?? sheetRef.current;
  };
  return { sheetRef, bodyRef, initialFocus };
}
