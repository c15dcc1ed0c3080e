import type { Meta, StoryObj } from '@storybook/react-vite';
import { commonStory } from './around-story.tsx';
import { DraftQuestion } from './draft-note.tsx';
import type { NotedDraft } from './draft-note.tsx';

const done = () => Promise.resolve();
const draft: NotedDraft = {
  status: 'gone',
  savedAt: '2026-11-04T09:00:00.000Z',
  takeOver: done,
  keepMine: done,
  bringBack: () => undefined,
  readAgain: done,
  giveUp: done,
  replaced: null,
  decided: null,
};

const meta: Meta<typeof DraftQuestion> = { title: 'Features/Draft', component: DraftQuestion, ...commonStory };
export default meta;
type Story = StoryObj<typeof DraftQuestion>;

export const ChangedInAnotherWindow: Story = { args: { draft } };

export const NotRead: Story = { args: { draft: { ...draft, status: 'unread' } } };
