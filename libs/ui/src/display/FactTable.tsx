// @bundle route
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { below } from '../foundation/media';
import { visuallyHidden } from '../foundation/mixins';

const Box = styled.div`
  container-type: inline-size;
  inline-size: 100%;

  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: var(--space-2) var(--space-3) var(--space-2) 0;
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  thead th {
    color: var(--color-text-muted);
    font-size: var(--font-size-small);
    font-weight: var(--font-weight-text);
    border-block-end: var(--border-hairline) solid var(--color-border);
  }
  tbody tr + tr > *,
  tbody + tbody > tr:first-child > * {
    border-block-start: var(--border-hairline) solid var(--color-border);
  }
  [data-title] {
    font-weight: var(--font-weight-strong);
  }
  [data-end] {
    padding-inline-end: 0;
    text-align: end;
    white-space: nowrap;
  }
  [data-before] {
    display: none;
  }
  ${below.table} {
    table,
    tbody,
    tr,
    th,
    td {
      display: block;
    }
    thead {
      ${visuallyHidden}
    }
    tbody tr {
      padding-block: var(--space-2);
    }
    tbody tr > * {
      padding: 0;
      border: 0;
    }
    tbody + tbody > tr:first-child > *,
    tbody tr + tr > * {
      border: 0;
    }
    tbody + tbody > tr:first-child,
    tbody tr + tr {
      border-block-start: var(--border-hairline) solid var(--color-border);
    }
    td:empty {
      display: none;
    }
    [data-before] {
      display: inline;
      color: var(--color-text-muted);
    }
    [data-end] {
      text-align: start;
    }
  }
`;

export interface FactColumn<Row> {
  key: string;
  header: string;
  /** The content; a narrow table leaves out a cell without any. */
  cell: (row: Row) => ReactNode;
}

export interface FactTableProps<Row> {
  /** Spoken: "Medikamente". */
  label: string;
  /** The first one names the row. */
  columns: [FactColumn<Row>, ...FactColumn<Row>[]];
  groups: { heading: string; rows: Row[] }[];
  rowKey: (row: Row) => string;
  /** Buttons at the end of a row, and the spoken header of their column. */
  actions?: { header: string; of: (row: Row) => ReactNode };
}

// Written out, because elements that are no block of cells any more lose the roles that they have by themselves.
const group = { role: 'rowgroup' };
const rowHeader = { role: 'rowheader' };
const cellRole = { role: 'cell' };

/** A table to read, in groups with headings. In a narrow place each row is a card. */
export function FactTable<Row>({ label, columns, groups, rowKey, actions }: FactTableProps<Row>) {
  const [name, ...others] = columns;
  const width = columns.length + (actions ? 1 : 0);
  return (
    <Box>
      <table role="table" aria-label={label}>
        <thead {...group}>
          <tr role="row">
            {columns.map(({ key, header }) => (
              <th key={key} role="columnheader" scope="col">
                {header}
              </th>
            ))}
            {actions && (
              <th role="columnheader" scope="col">
                <Hidden>{actions.header}</Hidden>
              </th>
            )}
          </tr>
        </thead>
        {groups.map(({ heading, rows }) => (
          <tbody key={heading} {...group}>
            {heading && (
              <tr role="row">
                <th {...rowHeader} scope="rowgroup" colSpan={width}>
                  {heading}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row">
                <th {...rowHeader} scope="row" data-title="">
                  {name.cell(row)}
                </th>
                {others.map(({ key, header, cell }) => {
                  const content = cell(row);
                  return (
                    <td key={key} {...cellRole}>
                      {content && <span data-before="">{header}: </span>}
                      {content}
                    </td>
                  );
                })}
                {actions && (
                  <td {...cellRole} data-end="">
                    {actions.of(row)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </Box>
  );
}

const Hidden = styled.span`
  ${visuallyHidden}
`;
