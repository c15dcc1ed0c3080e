import type { Meta, StoryObj } from '@storybook/react-vite';
import { usage } from '../../.storybook/usage';
import { FactTable } from './FactTable';

interface Fact {
  what: string;
  amount: string;
  why: string;
}
const meta: Meta<typeof FactTable<Fact>> = {
  title: 'Display/Fact table',
  component: FactTable<Fact>,
  parameters: usage(
    'FactTable for a table to read, such as medicines, in groups with headings. In a narrow place each row is a card.',
    'Things to be compared, sorted or opened (DataTable). Facts about one thing (DefinitionList).',
  ),
};
export default meta;

const rows: Fact[] = [
  { what: 'Ramipril 5 mg', amount: '1-0-0-0', why: 'Bluthochdruck' },
  { what: 'Metamizol', amount: 'max. 4-mal 30 Tropfen', why: '' },
];
export const InGroups: StoryObj<typeof FactTable<Fact>> = {
  render: (args) => <FactTable {...args} />,
  args: {
    label: 'Medikamente',
    rowKey: ({ what }) => what,
    columns: [
      { key: 'what', header: 'Wirkstoff', cell: ({ what }) => what },
      { key: 'amount', header: 'Dosis', cell: ({ amount }) => amount },
      { key: 'why', header: 'Grund', cell: ({ why }) => why },
    ],
    groups: [
      { heading: 'Dauermedikation', rows: rows.slice(0, 1) },
      { heading: 'Bei Bedarf', rows: rows.slice(1) },
    ],
  },
};
