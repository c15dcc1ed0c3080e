import { useEffect, useEffectEvent, useRef } from 'react';
import { useCommon } from '@konsil/i18n';
import { ShowMore } from '@konsil/ui';
import { LoadFailed } from './LoadFailed.tsx';
import type { PagedList } from './paged-list.ts';

/** Puts the focus on the link that a row is, or on the row itself. */
const focusOn = (row: HTMLElement) => {
  const target = row.querySelector<HTMLElement>(':scope > a, [data-link] > a') ?? row;
  if (target === row) row.tabIndex = -1;
  target.focus();
};

/** By these somebody goes elsewhere. */
const turns = ['keydown', 'pointerdown'];

/** Waits for a row behind the last one and gives it the focus, unless somebody goes elsewhere meanwhile. */
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
  /** The rows that are on the page. */
  rowsOf: () => Iterable<Element>;
}

/** As many rows are not worth a question: they come by themselves. */
const few = 10;

/** The end of a list that comes in pages: how much of it is shown, and the next page, whose first row then has the focus. The last few rows come unasked. */
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
  // Who was never asked needs no count.
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
