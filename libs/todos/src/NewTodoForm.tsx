import { useDraft } from '@konsil/drafts/drafts';
import { WaitingForDraft } from '@konsil/common';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

/** Adds a ToDo to a case. Input is kept until it is added. */
export function NewTodoForm({ caseId, ...props }: Omit<TodoFormProps, 'todo' | 'draft'> & { caseId: string }) {
  const draft = useDraft<TodoDraft>(`todo:${caseId}`);
  if (draft.status === 'loading') return <WaitingForDraft />;
  return <TodoForm {...props} draft={draft} />;
}
