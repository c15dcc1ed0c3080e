import { useEffect, useEffectEvent } from 'react';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import type { PatientSummary } from '@konsil/contracts/patients';
import { sortOwnFirst } from '../shared/people.ts';

const order = { sort: 'name', limit: '200' } as const;

export interface Everybody {
  /** The account holder, others by name, then archived people; as far as loaded. */
  people: PatientSummary[];
  total: number;
  /** True if all are loaded. */
  whole: boolean;
  isLoading: boolean;
  problem: ReturnType<typeof listOf>['problem'];
  retry: () => Promise<unknown>;
}

/** Loads all people of the account, page by page, for client-side search. */
export function useAllPeople(): Everybody {
  const active = listOf(useListPatientsInfiniteQuery(order));
  const archived = listOf(useListPatientsInfiniteQuery({ ...order, archived: 'true' }));
  const lists = [active, archived];
  const waiting = lists.filter(({ hasMore, isLoadingMore, problem }) => hasMore && !isLoadingMore && !problem);
  const goOn = useEffectEvent(() => waiting.forEach((list) => void list.loadMore()));
  useEffect(() => {
    if (waiting.length > 0) goOn();
  }, [waiting.length, active.items.length, archived.items.length]);
  return {
    people: [...sortOwnFirst(active.items), ...archived.items],
    total: active.total + archived.total,
    whole: lists.every(({ currentTotal, hasMore }) => currentTotal !== undefined && !hasMore),
    isLoading: lists.some(({ isLoading }) => isLoading),
    problem: active.problem ?? archived.problem,
    retry: () =>
      Promise.all(
        lists.filter(({ problem }) => problem).map((list) => (list.hasMore ? list.loadMore() : list.retry())),
      ),
  };
}
