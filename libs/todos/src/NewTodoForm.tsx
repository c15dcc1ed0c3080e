import { useDraft } from '@konsil/api/drafts';
import { WaitingForDraft } from '@konsil/common';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

/** Writes a new ToDo in a case. What is typed is kept until it was added. */
export function NewTodoForm({ caseId, ...props }: Omit<TodoFormProps, 'todo' | 'draft'> & { caseId: string }) {
  const draft = useDraft<TodoDraft>(`todo:${caseId}`);
  if (draft.status === 'loading') return <WaitingForDraft />;
  return <TodoForm {...props} draft={draft} />;
}
