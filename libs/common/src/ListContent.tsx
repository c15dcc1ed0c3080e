import { useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { List } from '@konsil/ui';
import { LoadFailed } from './LoadFailed.tsx';
import { MoreRows } from './MoreRows.tsx';
import type { PagedList } from './paged-list.ts';
import { Waiting } from './Waiting.tsx';

export interface ListStatesProps<Item> {
  list: PagedList<Item>;
  /** What stands there when nothing matches. */
  empty: ReactNode;
  /** Spoken while it loads. */
  label?: string;
  /** What is said when it did not come. */
  failed?: string;
  /** How many rows are likely to come. */
  rows?: number;
  /** What is there. */
  children: () => ReactNode;
}

/** A list before its rows are there, and without any: on its way, failed, empty. */
export function ListStates<Item>({ list, empty, label, failed, rows, children }: ListStatesProps<Item>) {
  if (list.isLoading) return <Waiting {...(label && { label })} {...(rows && { rows })} />;
  // What is there stays there when more of it, or a newer state, does not come.
  if (list.problem && list.currentTotal === undefined)
    return (
      <LoadFailed problem={list.problem} onRetry={list.retry}>
        {failed}
      </LoadFailed>
    );
  return list.items.length === 0 ? empty : children();
}

export interface ListContentProps<Item> extends Omit<ListStatesProps<Item>, 'children'> {
  /** The element whose children are the rows. */
  as?: ComponentType<{ children: ReactNode }>;
  children: (item: Item) => ReactNode;
}

/** The rows of a list in all its states: on its way, failed, empty, there, more to come. */
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
