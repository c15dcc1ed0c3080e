import { aPage, aTodo } from '@konsil/testing/builders';
import { refusalWith } from '@konsil/testing/fake-api';
import { anId } from '@konsil/testing/ids';
import { featureStory } from '@konsil/testing/story';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { CaseTodoList } from './TodoList.tsx';

const caseId = anId();
const meta: Meta<typeof CaseTodoList> = {
  title: 'Features/ToDos of a case',
  component: CaseTodoList,
  args: { caseId, showPriority: true, editPath: () => '/edit' },
};
export default meta;
type Story = StoryObj<typeof CaseTodoList>;

export const Todos: Story = featureStory({
  route: '/todos',
  answers: {
    listCaseTodos: aPage([
      aTodo({ case_id: caseId, title_code: 'upload_documents', deadline: '2020-01-03', priority: 'high' }),
      aTodo({ case_id: caseId, title: 'Labor bestellen', content: 'Nüchtern.', deadline: '2099-01-03' }),
      aTodo({ case_id: caseId, title: 'Rezept abholen', completed_at: '2026-11-04T09:00:00Z' }),
    ]),
  },
});

export const Empty: Story = featureStory({ route: '/todos', answers: { listCaseTodos: aPage([]) } });

export const CannotLoad: Story = featureStory({
  route: '/todos',
  answers: { listCaseTodos: refusalWith('unavailable', 503) },
});
