import { useState } from 'react';

interface Asked {
  /** The settled query of the list; `sort` only orders it. */
  query: object;
  /** The total for exactly that query; undefined while loading. */
  total: number | undefined;
  /** True if search or filters are active. */
  narrowed: boolean;
}

/**
 * Hides search and filters while the unfiltered list has at most one item, but never while they have focus. Judged by
 * the query of the response, not by the current filters.
 * @returns `enter` for `onFocus` around search and filters
 */
export const useHiddenFilters = ({
  query,
  total,
  narrowed,
}: Asked): { nothingYet: boolean; atMostOne: boolean; enter: () => void } => {
  const [entered, setEntered] = useState(false);
  const asksForAll = Object.keys(query).every((name) => name === 'sort');
  const most = asksForAll && !narrowed && !entered ? total : undefined;
  return { nothingYet: most === 0, atMostOne: most !== undefined && most < 2, enter: () => setEntered(true) };
};
