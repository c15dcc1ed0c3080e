import { useState } from 'react';

interface Asked {
  /** What the list is asked for, settled; `sort` only orders it. */
  query: object;
  /** How many there are by the answer to exactly that; undefined while it is on its way. */
  total: number | undefined;
  /** Whether the filters of the moment narrow the list. */
  narrowed: boolean;
}

/**
 * Whether there is nothing to search in yet, or a single one, so that nothing is offered to search, filter and order with. Told
 * by what the answer belongs to, not by the filters of the moment; and nothing goes from under somebody who has entered it.
 * @returns `enter` for `onFocus` around the search and filters
 */
export const useNothingYet = ({
  query,
  total,
  narrowed,
}: Asked): { nothingYet: boolean; atMostOne: boolean; enter: () => void } => {
  const [entered, setEntered] = useState(false);
  const asksForAll = Object.keys(query).every((name) => name === 'sort');
  const most = asksForAll && !narrowed && !entered ? total : undefined;
  return { nothingYet: most === 0, atMostOne: most !== undefined && most < 2, enter: () => setEntered(true) };
};
