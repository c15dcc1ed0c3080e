import { useRef, useState } from 'react';
import { problemOf } from '@konsil/api/problem';
import { useUpdateTodoMutation } from '@konsil/api/todos';
import type { Todo } from '@konsil/contracts/todos';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { todoTexts } from './texts.ts';

/** Marks a ToDo done or open, shows it at once and offers undo. Quick successive clicks are saved in order. */
export const useTick = (todo: Todo) => {
  const { t } = useTexts(todoTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [update] = useUpdateTodoMutation();
  // The optimistic state, until the list has the resulting version.
  const [shown, setShown] = useState<{ done: boolean; until: number } | null>(null);
  /** Resolves to the version after the last click; undefined if it was not saved. */
  const last = useRef<Promise<number | undefined>>(Promise.resolve(undefined));

  const mark = async (done: boolean, undoable: boolean) => {
    setShown({ done, until: Infinity });
    const saving = last.current.then((version = todo.version) =>
      update({ id: todo.id, body: { done, version: Math.max(version, todo.version) } }).unwrap(),
    );
    const mine = saving.then(
      ({ version }) => version,
      () => undefined,
    );
    last.current = mine;
    try {
      const now = await saving;
      if (last.current !== mine) return;
      setShown({ done, until: now.version });
      toast({
        text: t(done ? 'ticked' : 'unticked'),
        ...(undoable && {
          action: { label: common('words.undo'), onClick: () => void mark(!done, false) },
        }),
      });
    } catch (error) {
      if (last.current === mine) setShown(null);
      toast({ tone: 'danger', text: `${problemText(common, problemOf(error))} ${t('notTicked')}` });
    }
  };
  return {
    done: shown && todo.version < shown.until ? shown.done : todo.completed_at !== null,
    tick: (done: boolean) => void mark(done, true),
  };
};
