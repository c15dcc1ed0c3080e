import { useDraft } from '@konsil/api/drafts';
import type { Todo } from '@konsil/contracts/todos';
import { useTexts } from '@konsil/i18n';
import { ListSkeleton } from '@konsil/ui';
import { todoTexts } from './texts.ts';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

/** Changes a ToDo. What is typed is kept until it was saved. */
export function EditTodoForm({ todo, ...props }: Omit<TodoFormProps, 'draft'> & { todo: Todo }) {
  const { t } = useTexts(todoTexts);
  const draft = useDraft<TodoDraft>(`todo-edit:${todo.id}`);
  if (draft.status === 'loading') return <ListSkeleton label={t('loading')} rows={2} />;
  return <TodoForm {...props} todo={todo} draft={draft} />;
}
