import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/api/lists';

/** The cases that wait for this doctor, in the order of the inbox, and where this one stands among them. `nextOther`: after the last one the first. */
export function useQueue(caseId: string | undefined) {
  const { items, total } = listOf(useListCasesInfiniteQuery({ view: 'needs_answer' }));
  const place = items.findIndex(({ id }) => id === caseId);
  return { place, total, previous: items[place - 1], next: items[place + 1], nextOther: items[place + 1] ?? (place === 0 ? undefined : items[0]) };
}
