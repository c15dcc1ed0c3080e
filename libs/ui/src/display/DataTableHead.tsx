import { SortableIcon, SortAscendingIcon, SortDescendingIcon } from '../foundation/icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import type { Column, Sort } from './DataTable.types';

interface HeadProps<Row> {
  columns: Column<Row>[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

const opposite = { ascending: 'descending', descending: 'ascending' } as const;

function SortIcon({ direction }: { direction?: Sort['direction'] }) {
  if (direction === 'ascending') return <SortAscendingIcon />;
  return direction === 'descending' ? <SortDescendingIcon /> : <SortableIcon />;
}

/** The table header: a button for each sortable column. */
export function DataTableHead<Row>({ columns, sort, onSort }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, header, headerSpoken, sortable, align }) => {
          const direction = sort?.key === key ? sort.direction : undefined;
          const words = headerSpoken ? (
            <>
              <span aria-hidden="true">{header}</span>
              <VisuallyHidden>{headerSpoken}</VisuallyHidden>
            </>
          ) : (
            header
          );
          return (
            <th key={key} scope="col" data-align={align} aria-sort={direction}>
              {sortable && onSort ? (
                <button
                  type="button"
                  onClick={() => onSort({ key, direction: direction ? opposite[direction] : sortable })}
                >
                  {words}
                  <SortIcon direction={direction} />
                </button>
              ) : (
                words
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
