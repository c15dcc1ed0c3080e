import { startTransition, useEffect, useRef, useState } from 'react';
import { DataTableRow } from './DataTableRow';
import type { DataTableRowProps } from './DataTableRow';
import type { RowsOnDemand } from './useRowsOnDemand';

/** A row of a doctor's table, for blocks that were never drawn. */
const guessedRowHeight = 2.625;

interface BlockProps<Row> extends Omit<DataTableRowProps<Row>, 'row' | 'index'> {
  rows: Row[];
  /** The place of the first row among all. */
  first: number;
  block: number;
  onDemand: RowsOnDemand | null;
}

/** Some neighbouring rows. In a long table they are drawn only near the visible part; else a gap of their height stands there. */
export function DataTableBlock<Row>({ rows, first, block, onDemand, ...shared }: BlockProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [drawn, setDrawn] = useState(!onDemand || block < 2);
  const [height, setHeight] = useState<number>();

  useEffect(() => {
    const element = body.current;
    if (!element || !onDemand) return undefined;
    return onDemand.watch(block, element, {
      draw: () => setDrawn(true),
      nearby: (near, measured) =>
        startTransition(() => {
          if (!near && element.contains(document.activeElement)) return;
          if (!near) setHeight(measured);
          setDrawn(near);
        }),
    });
  }, [block, onDemand]);

  const gap = height === undefined ? `${rows.length * guessedRowHeight}rem` : `${height}px`;
  return (
    <tbody ref={body}>
      {drawn || !onDemand ? (
        rows.map((row, index) => (
          <DataTableRow key={shared.rowKey(row)} row={row} index={first + index} {...shared} />
        ))
      ) : (
        <tr aria-hidden="true" data-gap>
          <td colSpan={shared.columns.length} style={{ blockSize: gap }} />
        </tr>
      )}
    </tbody>
  );
}
