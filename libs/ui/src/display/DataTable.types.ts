import type { KeyboardEvent, ReactNode } from 'react';

/** Column widths by kind of content. */
export const columnWidths = {
  tally: '3.5rem',
  count: '5rem',
  span: '5.75rem',
  mark: '6.25rem',
  box: '2.25rem',
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
  /** Spoken instead of a header too short to be understood. */
  headerSpoken?: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable; the first press sorts in this direction. */
  sortable?: Sort['direction'];
  /** Numbers are aligned to the end. */
  align?: 'start' | 'end';
  /** The kind of content; required for tables that render rows on demand. */
  width?: keyof typeof columnWidths;
  /** Cuts long text instead of widening the column; on a laptop after the second line. */
  truncate?: boolean;
  /**
   * Below 1024 px rows are cards: the text before the value, and whether it goes in the first line beside the link;
   * `hidden` leaves the value out.
   */
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
  /** The row's link, rendered in the cell of `linkColumn` and stretched over the row. */
  rowTo: (row: Row) => string;
  linkColumn: string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Columns without a width share the rest equally, whatever their content; as in tables that render on demand. */
  even?: boolean;
  /** The row whose preview is open. */
  selected?: string;
  /** The focus moved to a row, by arrow keys or by a press. */
  onSelect?: (key: string) => void;
  /** The rows that are marked for an action on several. */
  marked?: ReadonlySet<string>;
  /**
   * Any other key on a row. It enables single letters: J and K move, Tab stops at the selected row only, and Shift with
   * an arrow marks.
   */
  onRowKey?: (event: KeyboardEvent, key: string) => void;
  /** The number of rows with those that are not loaded yet. */
  total?: number;
  /** The end of the loaded rows is near, or a key would go beyond it. */
  onMore?: () => unknown;
  /** Shift with an arrow: both rows are to be marked. */
  onExtend?: (keys: [string, string]) => void;
  /** With a preview beside the table a press selects; Enter and a double press open. */
  pressSelects?: boolean;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
}
