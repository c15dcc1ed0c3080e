import { useDraft } from '@konsil/drafts/drafts';
import { WaitingForDraft } from '@konsil/common';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

export interface NewTodoFormProps extends Omit<TodoFormProps, 'todo' | 'draft'> {
  /** The case, or `selected` for several at once. */
  caseId: string;
}

/** Adds a ToDo to a case, or to the selected ones. Input is kept until it is added. */
export function NewTodoForm({ caseId, ...props }: NewTodoFormProps) {
  const draft = useDraft<TodoDraft>(`todo:${caseId}`);
  if (draft.status === 'loading') return <WaitingForDraft />;
  return <TodoForm {...props} draft={draft} />;
}
