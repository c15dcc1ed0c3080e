import { useDeferredValue, useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Scroller, TableBox } from './DataTable.styles';
import { columnWidths } from './DataTable.types';
import type { DataTableProps } from './DataTable.types';
import { DataTableBlock } from './DataTableBlock';
import { DataTableEnd } from './DataTableEnd';
import { DataTableHead } from './DataTableHead';
import { blockSize, useRowsOnDemand } from './useRowsOnDemand';

const page = 10;
const steps: Record<string, (row: number, last: number) => number> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row) => row - 1,
  PageDown: (row) => row + page,
  PageUp: (row) => row - page,
  Home: () => 0,
  End: (_, last) => last,
};
const letterSteps: typeof steps = { j: (row) => row + 1, k: (row) => row - 1 };

/**
 * Comparable rows, one link per row. Arrow keys, Page, Home and End move between rows, Enter opens. Below 1024 px rows
 * become cards. Long tables render only the rows near the viewport.
 */
export function DataTable<Row>({
  label,
  rows,
  columns,
  sort,
  onSort,
  empty,
  even = false,
  onRowKey,
  onExtend,
  total = rows.length,
  onMore,
  ...shared
}: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const onDemand = useRowsOnDemand(total);
  const awaited = useRef<number>(undefined);

  const linkOf = (index: number) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${index}"] > [data-link] > a`);

  useEffect(() => {
    const next = awaited.current;
    if (next === undefined || rows.length <= next) return undefined;
    awaited.current = undefined;
    // Nobody is taken back who has moved on meanwhile.
    if (document.activeElement !== linkOf(next - 1)) return undefined;
    onDemand?.draw(Math.floor(next / blockSize));
    const frame = requestAnimationFrame(() => linkOf(next)?.focus());
    return () => cancelAnimationFrame(frame);
  }, [rows.length, onDemand]);

  const move = (event: KeyboardEvent) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const current = Number(row.dataset['row']);
    const here = rows[current];
    if (here === undefined || event.target !== linkOf(current)) return;
    const step = steps[event.key] ?? (onRowKey && letterSteps[event.key.toLowerCase()]);
    if (!step) return onRowKey?.(event, shared.rowKey(here));
    event.preventDefault();
    const last = rows.length - 1;
    if (onMore && last + 1 < total && step(current, last) > last) {
      awaited.current = last + 1;
      onMore();
    }
    const next = Math.min(Math.max(step(current, last), 0), last);
    if (!linkOf(next)) flushSync(() => onDemand?.draw(Math.floor(next / blockSize)));
    const reached = rows[next];
    if (event.shiftKey && reached !== undefined) onExtend?.([shared.rowKey(here), shared.rowKey(reached)]);
    linkOf(next)?.focus();
  };

  const blocks = onDemand ? Math.ceil(rows.length / blockSize) : 1;
  const perBlock = onDemand ? blockSize : rows.length;
  const body = Array.from({ length: blocks }, (_, block) => (
    <DataTableBlock
      key={block}
      block={block}
      first={block * perBlock}
      rows={rows.slice(block * perBlock, (block + 1) * perBlock)}
      columns={columns}
      onDemand={onDemand}
      oneStop={Boolean(onRowKey)}
      {...shared}
    />
  ));
  if (onMore && rows.length < total) body.push(<DataTableEnd key="end" shown={rows.length} onNear={onMore} />);
  // Other rows of a long table render with low priority, so that input stays responsive.
  const inPieces = useDeferredValue(onDemand ? body : undefined);

  if (rows.length === 0 && empty) return <Scroller>{empty}</Scroller>;

  return (
    <Scroller>
      <TableBox
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        $fixed={even || Boolean(onDemand)}
        onKeyDown={move}
      >
        <colgroup>
          {columns.map(({ key, width }) => (
            <col key={key} style={{ inlineSize: width && columnWidths[width] }} />
          ))}
        </colgroup>
        <DataTableHead columns={columns} sort={sort} onSort={onSort} />
        {(onDemand && inPieces) ?? body}
      </TableBox>
    </Scroller>
  );
}
