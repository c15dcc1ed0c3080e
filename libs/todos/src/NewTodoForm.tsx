import { useDraft } from '@konsil/api/drafts';
import { useTexts } from '@konsil/i18n';
import { ListSkeleton } from '@konsil/ui';
import { todoTexts } from './texts.ts';
import { TodoForm } from './TodoForm.tsx';
import type { TodoDraft, TodoFormProps } from './TodoForm.tsx';

/** Writes a new ToDo in a case. What is typed is kept until it was added. */
export function NewTodoForm({ caseId, ...props }: Omit<TodoFormProps, 'todo' | 'draft'> & { caseId: string }) {
  const { t } = useTexts(todoTexts);
  const draft = useDraft<TodoDraft>(`todo:${caseId}`);
  if (draft.status === 'loading') return <ListSkeleton label={t('loading')} rows={2} />;
  return <TodoForm {...props} draft={draft} />;
}
