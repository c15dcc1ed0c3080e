import type { ReactNode } from 'react';

/** How wide a column is, by what stands in it. */
export const columnWidths = {
  tally: '3.5rem',
  count: '5rem',
  span: '5.75rem',
  mark: '6.25rem',
  word: '7rem',
  day: '7.5rem',
  date: '9rem',
  term: '7rem',
  state: '17rem',
  name: '17rem',
  moment: '19rem',
};

export interface Column<Row> {
  key: string;
  header: string;
  /** Spoken in place of a header that is too short to be understood. */
  headerSpoken?: string;
  cell: (row: Row) => ReactNode;
  /** Can be sorted by; the first press sorts this way. */
  sortable?: Sort['direction'];
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** What stands in it; needed by tables that are so long that rows are drawn on demand. */
  width?: keyof typeof columnWidths;
  /** Cuts long text instead of widening the column; on a laptop after its second line. */
  truncate?: boolean;
  /** Below 1024 px rows are cards: the words before the value, whether it stands in the first line beside the link; or `hidden` to leave it out there. */
  card?: { before?: string | ((row: Row) => string | undefined); beside?: boolean } | 'hidden';
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Row> {
  /** Spoken: "Warteschlange". */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  /** Where a row leads; the link is in the cell of `linkColumn` and stretched over the row. */
  rowTo: (row: Row) => string;
  linkColumn: string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Columns without a width share what the others leave, however long their words; as in tables that are drawn on demand. */
  even?: boolean;
  /** The row whose preview is open. */
  selected?: string;
  /** The focus moved to a row, by arrow keys or by pressing it. */
  onSelect?: (key: string) => void;
  /** With a preview beside the table a press selects; Enter and a double press open. */
  pressSelects?: boolean;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
}
