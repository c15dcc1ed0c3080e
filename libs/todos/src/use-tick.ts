import { useState } from 'react';
import { problemOf } from '@konsil/api/problem';
import { useUpdateTodoMutation } from '@konsil/api/todos';
import type { Todo } from '@konsil/contracts/todos';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { todoTexts } from './texts.ts';

/** Marks a ToDo done or open, shows it at once and offers undo. */
export const useTick = (todo: Todo) => {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [update] = useUpdateTodoMutation();
  // The optimistic state, until the list has the resulting version.
  const [shown, setShown] = useState<{ done: boolean; until: number } | null>(null);

  const mark = async (done: boolean, version: number, undoable: boolean) => {
    setShown({ done, until: Infinity });
    try {
      const now = await update({ id: todo.id, body: { done, version } }).unwrap();
      setShown({ done, until: now.version });
      toast({
        text: t(done ? 'ticked' : 'unticked'),
        ...(undoable && {
          action: { label: common('words.undo'), onClick: () => void mark(!done, now.version, false) },
        }),
      });
    } catch (error) {
      setShown(null);
      toast({ tone: 'danger', text: `${problemText(common, problemOf(error))} ${t('notTicked')}` });
    }
  };
  return {
    done: shown && todo.version < shown.until ? shown.done : todo.completed_at !== null,
    tick: (done: boolean) => void mark(done, todo.version, true),
  };
};
