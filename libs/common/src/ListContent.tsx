import { Suspense, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { List } from '@konsil/ui';
import { LoadFailed } from './LoadFailed.tsx';
import { MoreRows } from './MoreRows.tsx';
import type { PagedList } from './paged-list.ts';
import { Waiting } from './Waiting.tsx';

export interface ListStatesProps<Item> {
  list: PagedList<Item>;
  /** Shown when nothing matches. */
  empty: ReactNode;
  /** Spoken while it loads. */
  label?: string;
  /** Error message. */
  failed?: string;
  /** Estimated number of rows. */
  rows?: number;
  /** Renders the rows. */
  children: () => ReactNode;
}

/** A list without rows: loading, failed, empty. */
export function ListStates<Item>({ list, empty, label, failed, rows, children }: ListStatesProps<Item>) {
  const waiting = <Waiting {...(label && { label })} {...(rows && { rows })} />;
  if (list.isLoading) return waiting;
  // Keeps showing stale data when a refetch fails.
  if (list.problem && list.currentTotal === undefined)
    return (
      <LoadFailed problem={list.problem} onRetry={list.retry}>
        {failed}
      </LoadFailed>
    );
  // Rows that wait for their texts do not take away the page around them.
  return list.items.length === 0 ? empty : <Suspense fallback={waiting}>{children()}</Suspense>;
}

export interface ListContentProps<Item> extends Omit<ListStatesProps<Item>, 'children'> {
  /** The element whose children are the rows. */
  as?: ComponentType<{ children: ReactNode }>;
  children: (item: Item) => ReactNode;
}

/** The rows of a list in all states: loading, failed, empty, loaded, more to load. */
export function ListContent<Item>({ as: Rows = List, children, ...states }: ListContentProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <ListStates {...states}>
      {() => (
        <>
          <div ref={box}>
            <Rows>{states.list.items.map(children)}</Rows>
          </div>
          <MoreRows list={states.list} rowsOf={() => box.current?.firstElementChild?.children ?? []} />
        </>
      )}
    </ListStates>
  );
}
