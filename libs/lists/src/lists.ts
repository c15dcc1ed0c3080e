import type { ApiProblem } from '@konsil/api/problem';
import { problemOf } from '@konsil/api/problem';

interface AnyPage {
  items: unknown[];
  total: number;
}
interface PagedResult<P extends AnyPage> {
  data?: { pages: P[] } | undefined;
  currentData?: { pages: P[] } | undefined;
  error?: unknown;
  isLoading: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

export interface List<P extends AnyPage> {
  items: P['items'];
  /** Number of matches, including those not loaded. */
  total: number;
  /** The number of matches of exactly the current query; undefined while it loads. */
  currentTotal: number | undefined;
  /** The first page, for its extra fields. */
  first: P | undefined;
  isLoading: boolean;
  isFetching: boolean;
  problem: ApiProblem | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** Both return promises, for callers that wait. */
  loadMore: () => unknown;
  retry: () => unknown;
}

/** Flattens a paginated query into one list: `const cases = listOf(useListCasesInfiniteQuery({ view: 'all' }))`. */
export const listOf = <P extends AnyPage>(result: PagedResult<P>): List<P> => {
  const pages = result.data?.pages ?? [];
  return {
    items: pages.flatMap((page) => page.items),
    total: pages.at(-1)?.total ?? 0,
    currentTotal: result.currentData?.pages[0]?.total,
    first: pages[0],
    // A retry after a failure takes nothing away.
    isLoading: result.isLoading && result.error === undefined,
    isFetching: result.isFetching,
    problem: result.error === undefined ? undefined : problemOf(result.error),
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    loadMore: () => result.fetchNextPage(),
    retry: () => result.refetch(),
  };
};
