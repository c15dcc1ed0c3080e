import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { DataTable } from './DataTable';
import type { Column, Sort } from './DataTable.types';

interface Case {
  id: string;
  name: string;
  days: number;
}
const rows: Case[] = ['Novak', 'Adler', 'Özkan'].map((name, index) => ({ id: `c${index}`, name, days: index }));
const columns: Column<Case>[] = [
  { key: 'days', header: 'Wartet', sortable: 'descending', align: 'end', cell: (row) => row.days },
  { key: 'name', header: 'Patient', sortable: 'ascending', cell: (row) => row.name },
  { key: 'act', header: 'Aktion', cell: (row) => <button type="button">Antworten {row.name}</button> },
];

function Queue({ onSort, onSelect }: { onSort?: (sort: Sort) => void; onSelect?: (key: string) => void }) {
  const [sort, setSort] = useState<Sort>({ key: 'days', direction: 'ascending' });
  const [selected, setSelected] = useState<string>();
  return (
    <DataTable
      label="Warteschlange"
      rows={rows}
      columns={columns}
      rowKey={(row) => row.id}
      rowTo={(row) => `/case/${row.id}`}
      linkColumn="name"
      sort={sort}
      onSort={(next) => {
        setSort(next);
        onSort?.(next);
      }}
      selected={selected}
      onSelect={(key) => {
        setSelected(key);
        onSelect?.(key);
      }}
    />
  );
}

const link = (name: string) => screen.getByRole('link', { name });

describe('The data table', () => {
  it('has one link per row, to the item of the row', () => {
    render(<Queue />);
    const table = screen.getByRole('table', { name: 'Warteschlange' });
    expect(within(table).getAllByRole('link')).toHaveLength(3);
    expect(link('Adler')).toHaveAttribute('href', '/case/c1');
  });

  it('moves from row to row by keyboard and stops at both ends', async () => {
    render(<Queue />);
    act(() => link('Novak').focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(link('Adler')).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(link('Özkan')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(link('Özkan')).toHaveFocus();
    await userEvent.keyboard('{Home}{ArrowUp}');
    expect(link('Novak')).toHaveFocus();
  });

  it('selects the row that has the focus', async () => {
    const select = jest.fn();
    render(<Queue onSelect={select} />);
    act(() => link('Novak').focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(select).toHaveBeenLastCalledWith('c1');
    expect(link('Adler')).toHaveAttribute('aria-current', 'true');
  });

  it('leaves arrow keys to other controls in a row', async () => {
    render(<Queue />);
    const button = screen.getByRole('button', { name: 'Antworten Novak' });
    act(() => button.focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(button).toHaveFocus();
  });

  it('sorts by the pressed column in its own direction first, then reversed', async () => {
    const sort = jest.fn();
    render(<Queue onSort={sort} />);
    const days = screen.getByRole('columnheader', { name: 'Wartet' });
    const name = screen.getByRole('columnheader', { name: 'Patient' });
    expect(days).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(name).getByRole('button'));
    expect(sort).toHaveBeenLastCalledWith({ key: 'name', direction: 'ascending' });
    expect(name).toHaveAttribute('aria-sort', 'ascending');
    expect(days).not.toHaveAttribute('aria-sort');
    await userEvent.click(within(name).getByRole('button'));
    expect(sort).toHaveBeenLastCalledWith({ key: 'name', direction: 'descending' });
  });
});
