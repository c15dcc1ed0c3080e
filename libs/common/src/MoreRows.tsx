import { useEffect, useEffectEvent, useRef } from 'react';
import { useCommon } from '@konsil/i18n';
import { ShowMore } from '@konsil/ui';
import { LoadFailed } from './LoadFailed.tsx';
import type { PagedList } from './paged-list.ts';

/** Focuses a row's link, or the row itself. */
const focusOn = (row: HTMLElement) => {
  const target = row.querySelector<HTMLElement>(':scope > a, [data-link] > a') ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus();
};

/** Events by which the user moves on. */
const turns = ['keydown', 'pointerdown'];

/** Waits for the first new row and focuses it, unless the user moves on meanwhile. */
const useFirstNewRow = (rowsOf: () => Iterable<Element>) => {
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return () => {
    stop.current?.();
    const before = [...rowsOf()];
    const last = before.at(-1);
    const isNew = (row: Element) =>
      !before.includes(row) && last && last.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
    const watcher = new MutationObserver(() => {
      const next = [...rowsOf()].find(isNew);
      if (!(next instanceof HTMLElement)) return;
      end();
      focusOn(next);
    });
    const end = () => {
      watcher.disconnect();
      for (const turn of turns) document.removeEventListener(turn, end, true);
    };
    stop.current = end;
    watcher.observe(document.body, { childList: true, subtree: true });
    for (const turn of turns) document.addEventListener(turn, end, true);
  };
};

export interface MoreRowsProps {
  list: Pick<
    PagedList<unknown>,
    'items' | 'total' | 'first' | 'problem' | 'hasMore' | 'isLoadingMore' | 'loadMore' | 'retry'
  >;
  /** The rendered rows. */
  rowsOf: () => Iterable<Element>;
}

/** So few remaining rows load automatically. */
const few = 10;

/**
 * The end of a paginated list: how much is shown, and a button for the next page, whose first row then gets the focus.
 * The last few rows load automatically.
 */
export function MoreRows({ list, rowsOf }: MoreRowsProps) {
  const { t } = useCommon();
  const awaitRow = useFirstNewRow(rowsOf);
  const {
    items: { length: shown },
    total,
    first,
    problem,
    hasMore,
    isLoadingMore,
    loadMore,
    retry,
  } = list;
  const almostAll = !hasMore || total - shown <= few;
  const fetchRest = useEffectEvent(() => void loadMore());
  const restIsMissing = hasMore && almostAll && !problem && !isLoadingMore;
  useEffect(() => {
    if (restIsMissing) fetchRest();
  }, [restIsMissing]);
  if (problem) return <LoadFailed problem={problem} onRetry={hasMore ? loadMore : retry} />;
  // No count if the user never had to load more.
  if (almostAll && shown <= (first?.items.length ?? 0) + few) return null;
  const more = () => {
    awaitRow();
    loadMore();
  };
  return (
    <ShowMore
      count={t('words.shownOf', { shown, count: total })}
      label={almostAll ? undefined : t('words.more')}
      busy={isLoadingMore}
      onMore={more}
    />
  );
}
