import { useLazyCaseQueueQuery } from '@konsil/api/cases';
import type { PortalState } from '@konsil/api/store';
import type { QueuedCase } from '@konsil/contracts/cases';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { keepOrder } from './steady-order';
import { freezeQueue, frozenQueue, subscribeToQueue, type FrozenQueue } from './frozen-queue';

/** The filters of a list of cases. */
export type Listed = Parameters<ReturnType<typeof useLazyCaseQueueQuery>[0]>[0];

// Not stored, because it may contain a name from the search.
let listed: Listed = { view: 'needs_answer' };
// The rows as they stood on the page, which may be older than the server's order.
let shown: readonly string[] = [];
let asking: Promise<FrozenQueue | undefined> | undefined;

/** Makes the shown list the queue: it is frozen when one of its cases is opened. */
export function useListedQueue(query: Listed): void {
  const key = JSON.stringify(query);
  useEffect(() => {
    listed = JSON.parse(key) as Listed;
    asking = undefined;
    freezeQueue(undefined);
  }, [key]);
}

/** Records the rows of that list in the order in which the page shows them. */
export function useShownRows(rows: readonly { id: string }[]): void {
  useEffect(() => {
    shown = rows.map(({ id }) => id);
  });
}

/** Freezes the last shown list; concurrent callers share one request. */
const useFreeze = () => {
  const owner = useSelector(({ user }: PortalState) => user.userId);
  const [ask] = useLazyCaseQueueQuery();
  return useCallback(() => {
    const freeze = async () => {
      try {
        const { items } = await ask(listed).unwrap();
        const byId = new Map(items.map((item) => [item.id, item]));
        const order = keepOrder(shown, [...byId.keys()]);
        const queue = { owner, items: order.flatMap((id) => byId.get(id) ?? []), done: [] };
        freezeQueue(queue);
        return queue;
      } catch {
        // Without a queue the case is shown anyway; the next opened case tries again.
        return undefined;
      } finally {
        asking = undefined;
      }
    };
    asking ??= freeze();
    return asking;
  }, [ask, owner]);
};

/** After the last one comes the first; answered ones are skipped. */
const nextIn = ({ items, done }: FrozenQueue, caseId: string | undefined): QueuedCase | undefined => {
  const place = items.findIndex(({ id }) => id === caseId);
  return [...items.slice(place + 1), ...items.slice(0, Math.max(place, 0))].find(({ id }) => !done.includes(id));
};

/** The frozen list that the doctor came from, and the position of this case in it. */
export function useQueue(caseId: string | undefined) {
  const owner = useSelector(({ user }: PortalState) => user.userId);
  const frozen = useSyncExternalStore(subscribeToQueue, frozenQueue, frozenQueue);
  const queue = frozen?.owner === owner ? frozen : undefined;
  const freeze = useFreeze();
  useEffect(() => {
    if (caseId && owner && !queue) void freeze();
  }, [caseId, owner, queue, freeze]);
  const items = queue?.items ?? [];
  const place = items.findIndex(({ id }) => id === caseId);
  return {
    place,
    total: items.length,
    previous: items[place - 1],
    next: place < 0 ? undefined : items[place + 1],
    nextOther: queue && nextIn(queue, caseId),
    /** Finds the next case while none is open, and freezes the list for that. */
    findNext: useCallback(async () => {
      const known = queue ?? (await freeze());
      return known && nextIn(known, caseId);
    }, [queue, freeze, caseId]),
  };
}
