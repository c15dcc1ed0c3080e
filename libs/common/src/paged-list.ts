import type { Reason } from '@konsil/i18n';

/** A list that comes in pages, as `listOf` of `@konsil/api/lists` reads it. */
export interface PagedList<Item> {
  items: readonly Item[];
  /** How many match, beyond those loaded. */
  total: number;
  /** Undefined while nothing of what is asked now is there. */
  currentTotal: number | undefined;
  first: { items: readonly unknown[] } | undefined;
  isLoading: boolean;
  problem: Reason | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => unknown;
  retry: () => unknown;
}
