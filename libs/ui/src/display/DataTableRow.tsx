import type { FocusEvent, MouseEvent } from 'react';
import { Link } from '../foundation/link';
import type { Column, DataTableProps } from './DataTable.types';

type Shared<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowKey' | 'rowTo' | 'linkColumn' | 'selected' | 'onSelect' | 'pressSelects' | 'marked'
>;
export interface DataTableRowProps<Row> extends Shared<Row> {
  row: Row;
  /** Index among all rows, from 0. */
  index: number;
  /** The Tab key stops at the selected row only, or at the first without one. */
  oneStop?: boolean;
}

/** From this width a preview fits beside the table. */
const previewFits = '(min-width: 80rem)';

function selectsOnly(event: MouseEvent) {
  const plain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
  // Enter has a click count of 0, a double press of 2: both open.
  return plain && event.detail === 1 && window.matchMedia(previewFits).matches;
}

/** One row: a link stretched over it, and its cells. */
export function DataTableRow<Row>({
  row,
  index,
  columns,
  rowKey,
  rowTo,
  linkColumn,
  selected,
  onSelect,
  pressSelects = false,
  marked,
  oneStop = false,
}: DataTableRowProps<Row>) {
  const key = rowKey(row);
  const isSelected = selected === key;
  const isStop = selected === undefined ? index === 0 : isSelected;
  const focus = (event: FocusEvent) => {
    if (event.currentTarget === event.target) onSelect?.(key);
  };
  const press = (event: MouseEvent) => {
    if (pressSelects && selectsOnly(event)) event.preventDefault();
  };

  const cell = ({ key: columnKey, cell: render, align, width, truncate, card }: Column<Row>) => {
    const content = render(row);
    const isLink = columnKey === linkColumn;
    const { before: words, beside = false } = card === 'hidden' ? {} : (card ?? {});
    const before = typeof words === 'function' ? words(row) : words;
    return (
      <td
        key={columnKey}
        data-align={align}
        data-width={width}
        data-truncate={truncate || undefined}
        data-link={isLink || undefined}
        data-card={card === 'hidden' ? 'hidden' : beside ? 'beside' : undefined}
      >
        {before && <span data-before>{before} </span>}
        {isLink ? (
          <Link
            to={rowTo(row)}
            aria-current={isSelected ? 'true' : undefined}
            tabIndex={oneStop && !isStop ? -1 : undefined}
            onFocus={focus}
            onClick={press}
          >
            {content}
          </Link>
        ) : truncate ? (
          <span>{content}</span>
        ) : (
          content
        )}
      </td>
    );
  };

  return (
    <tr
      data-row={index}
      data-selected={isSelected || undefined}
      data-marked={marked?.has(key) || undefined}
      aria-rowindex={index + 2}
    >
      {columns.map(cell)}
    </tr>
  );
}
