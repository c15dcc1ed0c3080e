import { useDraft } from '@konsil/drafts/drafts';
import { WaitingForDraft } from '@konsil/common';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

export interface NewTodoFormProps extends Omit<TodoFormProps, 'todo' | 'draft'> {
  /** `todo:` with the id of the case, or `todo:selected` for several cases at once. */
  draftKey: `todo:${string}`;
}

/** Adds a ToDo to a case, or to several at once. Input is kept until it is added. */
export function NewTodoForm({ draftKey, ...props }: NewTodoFormProps) {
  const draft = useDraft<TodoDraft>(draftKey);
  if (draft.status === 'loading') return <WaitingForDraft />;
  return <TodoForm {...props} draft={draft} />;
}
