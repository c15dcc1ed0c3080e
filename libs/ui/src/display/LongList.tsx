import { Fragment, startTransition, useEffect, useState, type ComponentPropsWithRef, type ReactNode } from 'react';
import { useDrawnBlock } from './useDrawnBlock';
import { useRowsOnDemand, type RowsOnDemand } from './useRowsOnDemand';

interface Entries<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Estimated height of an entry in rem, until its block was rendered. */
  guessedHeight: number;
  /** One entry; its outermost element has the role `listitem`. */
  children: (item: Item) => ReactNode;
}

export interface LongListProps<Item> extends Entries<Item>, Omit<ComponentPropsWithRef<'div'>, 'children' | 'role'> {
  /** Entries per block. For tiles, a number that any column count divides. */
  atOnce?: number;
}

/**
 * A list of possibly thousands of entries: blocks far from the viewport are gaps of their height. Its children are
 * blocks, which contain the entries.
 */
export function LongList<Item>({ items, keyOf, guessedHeight, atOnce = 20, children, ...rest }: LongListProps<Item>) {
  const onDemand = useRowsOnDemand(items.length, 2 * atOnce);
  return (
    <div role="list" {...rest}>
      {Array.from({ length: Math.ceil(items.length / atOnce) }, (_, block) => (
        <Block
          key={block}
          {...{ block, onDemand, keyOf, guessedHeight, children }}
          items={items.slice(block * atOnce, (block + 1) * atOnce)}
        />
      ))}
    </div>
  );
}

// Entries a browser can lay out within one frame.
const inOneFrame = 20;

/** The number of rendered entries of a block; grows with every frame. */
function useDrawnCount(drawn: boolean, most: number): number {
  const [count, setCount] = useState(inOneFrame);
  if (!drawn && count !== inOneFrame) setCount(inOneFrame);
  useEffect(() => {
    if (drawn && count < most) startTransition(() => setCount(count + inOneFrame));
  }, [drawn, count, most]);
  return drawn ? Math.min(count, most) : 0;
}

function Block<Item>({
  block,
  onDemand,
  items,
  keyOf,
  guessedHeight,
  children,
}: Entries<Item> & { block: number; onDemand: RowsOnDemand | null }) {
  const { ref, drawn, height } = useDrawnBlock<HTMLDivElement>(block, onDemand);
  const count = useDrawnCount(drawn, items.length);
  const isWhole = count === items.length;
  return (
    <div
      ref={ref}
      aria-hidden={!drawn || undefined}
      style={
        isWhole
          ? undefined
          : { minBlockSize: height === undefined ? `${items.length * guessedHeight}rem` : `${height}px` }
      }
    >
      {items.slice(0, count).map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
    </div>
  );
}
