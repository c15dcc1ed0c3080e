import { useEffect, type RefObject } from 'react';

/** Where no pointer and key is at work: after loading, or after the focused row went away. */
const isFree = () => {
  const { activeElement: active, body } = document;
  return active === null || active === body || active.matches('main, main h1');
};

/**
 * Gives the focus to the selected row once the list is there, and again when its row went away; never takes it from
 * something that the reader chose. Not on touch screens, where focus scrolls and shows nothing.
 */
export function useListFocus(table: RefObject<HTMLElement | null>, wanted: boolean, rows: readonly unknown[]): void {
  useEffect(() => {
    if (!wanted || rows.length === 0) return;
    // After the frame gave the focus to the title of a new page.
    const timer = setTimeout(() => {
      if (isFree()) linkIn(table.current)?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [table, wanted, rows]);
}

const linkIn = (table: HTMLElement | null) =>
  table?.querySelector<HTMLElement>('tr[data-selected] > [data-link] > a') ?? null;

/** Focuses the row of a case, if it is drawn. */
export const focusRow = (table: HTMLElement | null, place: number): void =>
  table?.querySelector<HTMLElement>(`[data-row="${place}"] > [data-link] > a`)?.focus();
