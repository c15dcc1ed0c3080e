import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo, useState } from 'react';
import { makeQueue, useQueueColumns } from '../../.storybook/queue';
import type { QueueRow } from '../../.storybook/queue';
import { useSay } from '../../.storybook/say';
import { usage } from '../../.storybook/usage';
import { DataTable } from './DataTable';
import type { Sort } from './DataTable.types';
import { EmptyState } from './EmptyState';

const meta: Meta = {
  title: 'Display/Data table',
  component: DataTable,
  globals: { portal: 'doctor' },
  parameters: usage(
    'DataTable for things of one kind to be compared and worked through by keyboard: arrows, Page, Home and End move, Enter opens. One link per row, stretched over it. Rows become cards below 1024 px. Tables of thousands of rows draw only what is near; give their columns widths.',
    'A patient’s list (List). Facts about one thing (DefinitionList).',
  ),
};
export default meta;

const rank = { undefined: 0, low: 1, normal: 2, high: 3 };
const compare = new Intl.Collator('de', { numeric: true }).compare;

function Queue({ count }: { count: number }) {
  const say = useSay();
  const columns = useQueueColumns();
  const all = useMemo(() => makeQueue(count), [count]);
  const [sort, setSort] = useState<Sort>({ key: 'priority', direction: 'descending' });
  const [selected, setSelected] = useState('1');
  const rows = useMemo(() => {
    const key = sort.key as keyof QueueRow;
    const text = (row: QueueRow) => (key === 'priority' ? String(rank[row.priority]) : String(row[key]));
    const sorted = [...all].sort((a, b) => compare(text(a), text(b)));
    return sort.direction === 'ascending' ? sorted : sorted.reverse();
  }, [all, sort]);
  return (
    <DataTable
      label={say('Warteschlange', 'Queue')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowTo={(row) => `#${row.id}`}
      linkColumn="name"
      sort={sort}
      onSort={setSort}
      selected={selected}
      onSelect={setSelected}
      pressSelects
    />
  );
}

export const ShortQueue: StoryObj = { render: () => <Queue count={14} /> };

export const FiveThousandRows: StoryObj = { render: () => <Queue count={5000} /> };

export const Empty: StoryObj = {
  render: function NoRows() {
    const say = useSay();
    return (
      <DataTable
        label={say('Warteschlange', 'Queue')}
        columns={useQueueColumns()}
        rows={[]}
        rowKey={(row) => row.id}
        rowTo={(row) => `#${row.id}`}
        linkColumn="name"
        empty={<EmptyState>{say('Kein Fall wartet auf Sie.', 'No case is waiting for you.')}</EmptyState>}
      />
    );
  },
};
