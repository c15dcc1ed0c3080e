import { DataTableRow } from './DataTableRow';
import type { DataTableRowProps } from './DataTableRow';
import { useDrawnBlock } from './useDrawnBlock';
import type { RowsOnDemand } from './useRowsOnDemand';

/** Estimated height of a row in a doctor's table, for blocks not rendered yet. */
const guessedRowHeight = 2.625;

interface BlockProps<Row> extends Omit<DataTableRowProps<Row>, 'row' | 'index'> {
  rows: Row[];
  /** Index of the first row among all rows. */
  first: number;
  block: number;
  onDemand: RowsOnDemand | null;
}

/** Neighbouring rows. In a long table they render only near the viewport; elsewhere a gap of their height. */
export function DataTableBlock<Row>({ rows, first, block, onDemand, ...shared }: BlockProps<Row>) {
  // The selected row is the stop of the Tab key.
  const wanted = block < 2 || rows.some((row) => shared.rowKey(row) === shared.selected);
  const { ref, drawn, height } = useDrawnBlock<HTMLTableSectionElement>(block, onDemand, wanted);
  const gap = height === undefined ? `${rows.length * guessedRowHeight}rem` : `${height}px`;
  return (
    <tbody ref={ref}>
      {drawn ? (
        rows.map((row, index) => <DataTableRow key={shared.rowKey(row)} row={row} index={first + index} {...shared} />)
      ) : (
        <tr aria-hidden="true" data-gap>
          <td colSpan={shared.columns.length} style={{ blockSize: gap }} />
        </tr>
      )}
    </tbody>
  );
}
