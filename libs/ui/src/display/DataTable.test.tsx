import { act, render, screen, waitFor, within } from '@testing-library/react';
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

  it('loads rows beyond the loaded ones, and moves to the first of them', async () => {
    const Growing = () => {
      const [count, setCount] = useState(2);
      return (
        <DataTable
          label="Warteschlange"
          rows={rows.slice(0, count)}
          total={rows.length}
          onMore={() => setCount(3)}
          columns={columns}
          rowKey={(row) => row.id}
          rowTo={(row) => `/case/${row.id}`}
          linkColumn="name"
        />
      );
    };
    render(<Growing />);
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '4');
    act(() => link('Novak').focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.queryByRole('link', { name: 'Özkan' })).toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(link('Özkan')).toHaveFocus());
  });

  it('loads more rows near its end, once per page', () => {
    const real = globalThis.IntersectionObserver;
    const ends: (() => void)[] = [];
    class Sight {
      constructor(call: (entries: { isIntersecting: boolean }[]) => void) {
        ends.push(() => call([{ isIntersecting: true }]));
      }
      observe = () => {};
      disconnect = () => {};
    }
    globalThis.IntersectionObserver = Sight as unknown as typeof IntersectionObserver;
    const onMore = jest.fn();
    const table = (count: number) => (
      <DataTable
        label="Warteschlange"
        rows={rows.slice(0, count)}
        total={rows.length}
        onMore={onMore}
        columns={columns}
        rowKey={(row) => row.id}
        rowTo={(row) => `/case/${row.id}`}
        linkColumn="name"
      />
    );
    const { rerender } = render(table(1));
    expect(onMore).not.toHaveBeenCalled();
    act(() => ends.at(-1)?.());
    expect(onMore).toHaveBeenCalledTimes(1);
    rerender(table(2));
    act(() => ends.at(-1)?.());
    expect([ends.length, onMore.mock.calls.length]).toEqual([2, 2]);
    rerender(table(3));
    expect(ends).toHaveLength(2);
    globalThis.IntersectionObserver = real;
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
