import type { FailureReason } from '@konsil/i18n';

/** A paginated list, as `listOf` of `@konsil/lists/lists` returns it. */
export interface PagedList<Item> {
  items: readonly Item[];
  /** Number of matches, including those not loaded. */
  total: number;
  /** Undefined while nothing of the current query is loaded. */
  currentTotal: number | undefined;
  first: { items: readonly unknown[] } | undefined;
  isLoading: boolean;
  problem: FailureReason | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => unknown;
  retry: () => unknown;
}
