import { useDraft } from '@konsil/drafts/drafts';
import { WaitingForDraft } from '@konsil/common';
import type { Todo } from '@konsil/contracts/todos';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

/** Edits a ToDo. Input is kept until it is saved. */
export function EditTodoForm({ todo, ...props }: Omit<TodoFormProps, 'draft'> & { todo: Todo }) {
  const draft = useDraft<TodoDraft>(`todo-edit:${todo.id}`);
  if (draft.status === 'loading') return <WaitingForDraft />;
  return <TodoForm {...props} todo={todo} draft={draft} />;
}
