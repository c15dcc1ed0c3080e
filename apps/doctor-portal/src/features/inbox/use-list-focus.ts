import type { PagedList } from '@konsil/common';
import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Puts the focus on the list after loading, or after the focused row went away. */
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
      const link = isFree() ? linkIn(table.current) : null;
      // The title stays in view above the first row; a row further down is scrolled to.
      link?.focus({ preventScroll: link.closest('[data-row="0"]') !== null });
    });
    return () => clearTimeout(timer);
  }, [table, wanted, rows]);
}

/** Loads page after page while the list has not reached a place that was left in it. */
export function useRowsUpTo(
  isReaching: boolean,
  { items, isLoadingMore, loadMore }: Pick<PagedList<unknown>, 'items' | 'isLoadingMore' | 'loadMore'>,
): void {
  const missing = isReaching && !isLoadingMore;
  const load = useEffectEvent(() => void loadMore());
  useEffect(() => {
    if (missing) load();
  }, [missing, items.length]);
}

const linkIn = (table: HTMLElement | null) =>
  table?.querySelector<HTMLElement>('tr[data-selected] > [data-link] > a') ?? null;

/** Focuses the row of a case after a dialog has closed, which gives the focus back to the row before. */
export const focusRowLater = (table: RefObject<HTMLElement | null>, place: number): void =>
  void setTimeout(() => focusRow(table.current, place));

/** Focuses the row of a case, if it is drawn. */
export const focusRow = (table: HTMLElement | null, place: number): void =>
  table?.querySelector<HTMLElement>(`[data-row="${place}"] > [data-link] > a`)?.focus();
