import { EmptyState, ListRow } from '@konsil/ui';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { commonStory } from './around-story.tsx';
import { ListContent } from './ListContent.tsx';
import { ListStatus } from './ListStatus.tsx';
import type { PagedList } from './paged-list.ts';

type Named = { id: string; name: string };

const items: Named[] = ['Befund der Radiologie', 'Arztbrief', 'Laborwerte'].map((name) => ({ id: name, name }));
const loaded: PagedList<Named> = {
  items,
  total: 42,
  currentTotal: 42,
  first: { items },
  isLoading: false,
  problem: undefined,
  hasMore: true,
  isLoadingMore: false,
  loadMore: () => undefined,
  retry: () => undefined,
};
const none = { items: [], total: 0, currentTotal: undefined, first: undefined, hasMore: false };

const meta: Meta<typeof ListContent<Named>> = {
  title: 'Features/List',
  component: ListContent<Named>,
  args: {
    empty: <EmptyState>Noch keine Unterlagen</EmptyState>,
    children: ({ id, name }) => <ListRow key={id} title={name} />,
  },
  render: (args) => (
    <>
      <ListStatus list={args.list} count={`${args.list.total}`} label="Archiv" filters={{}} set={() => undefined} />
      <ListContent {...args} />
    </>
  ),
  ...commonStory,
};
export default meta;
type Story = StoryObj<typeof ListContent<Named>>;

export const MoreToLoad: Story = { args: { list: loaded } };

export const Empty: Story = { args: { list: { ...loaded, ...none, currentTotal: 0 } } };

export const CannotLoad: Story = { args: { list: { ...loaded, ...none, problem: { code: 'unavailable' } } } };
