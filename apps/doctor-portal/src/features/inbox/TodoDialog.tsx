import { newKey } from '@konsil/api/intent';
import { useAddTodoMutation } from '@konsil/api/todos';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { NewTodo } from '@konsil/contracts/todos';
import { useCommon, useTexts } from '@konsil/i18n';
import { NewTodoForm } from '@konsil/todos';
import { Alert, Dialog, Stack, useToast } from '@konsil/ui';
import { useRef, useState } from 'react';
import { paths } from '../paths';
import { triageDialogTexts } from './dialogs/texts';
import { nameInList } from '../shortcuts/triage';
import { useTakeBackTodos } from './use-take-back-todos';

export interface TodoDialogProps {
  cases: readonly CaseSummary[];
  onClose: () => void;
  /** Called with the cases that have the ToDo now; `undo` takes it back from all. */
  onAdded: (cases: readonly CaseSummary[], undo: () => void) => void;
}

const both = ['patient', 'doctor'] as const;
/** More names than these are counted only. */
const mostNames = 5;

/** Idempotency keys by case and content: a retry after a lost response writes no second ToDo. */
const useKeys = () => {
  const keys = useRef(new Map<string, string>());
  return (caseId: string, body: NewTodo): string => {
    const content = JSON.stringify([caseId, body]);
    const key = keys.current.get(content) ?? newKey();
    keys.current.set(content, key);
    return key;
  };
};

/**
 * Writes one ToDo for a case, or the same one for each of several; it stays open meanwhile. After a failure only the
 * cases without it get it.
 */
export function TodoDialog({ cases, onClose, onAdded }: TodoDialogProps) {
  const { t: ask } = useTexts(triageDialogTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [add] = useAddTodoMutation();
  const keyOf = useKeys();
  const written = useTakeBackTodos();
  const [left, setLeft] = useState(cases);
  const [saving, setSaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [first] = cases;
  if (!first) return null;
  const single = cases.length === 1;
  /** Tries every remaining case. @throws the first failure */
  const addToAll = async (body: NewTodo) => {
    const added: CaseSummary[] = [];
    const failed: { theCase: CaseSummary; error: unknown }[] = [];
    let path = '';
    for (const theCase of left) {
      try {
        const todo = await add({ caseId: theCase.id, body, key: keyOf(theCase.id, body) }).unwrap();
        written.note(theCase, todo);
        added.push(theCase);
        path = paths.editTodo(theCase, todo.id);
      } catch (error) {
        failed.push({ theCase, error });
      }
    }
    if (added.length > 0) onAdded(added, written.takeBack);
    if (failed[0]) {
      setLeft(failed.map(({ theCase }) => theCase));
      setHasFailed(true);
      throw failed[0].error;
    }
    toast({
      text: ask('todoAdded', { count: cases.length }),
      action: { label: common('words.undo'), onClick: written.takeBack },
      link: single ? { label: ask('todoChange'), to: path } : { label: ask('todoList'), to: paths.todos },
    });
    onClose();
  };
  const save = async (body: NewTodo) => {
    setSaving(true);
    try {
      await addToAll(body);
    } finally {
      setSaving(false);
    }
  };
  const names = [...new Set(left.map(nameInList))];
  const further = names.length - mostNames;
  const someNames = [
    names.slice(0, mostNames).join('; '),
    ...(further > 0 ? [ask('todoNames', { count: further })] : []),
  ].join(' ');
  return (
    <Dialog
      open
      {...(!saving && { onClose })}
      closeLabel={common('words.close')}
      title={single ? ask('todoFor', { name: nameInList(first) }) : ask('todoForCases', { count: left.length })}
      {...(!single && !hasFailed && { description: someNames })}
    >
      <Stack gap={4}>
        {!single && hasFailed && <Alert tone="warning">{ask('todoMissing', { names: names.join('; ') })}</Alert>}
        <NewTodoForm
          draftKey={single ? `todo:${first.id}` : 'todo:selected'}
          assignees={both}
          // The list does not know the patient's account, which may be a parent's.
          {...(single && { names: { doctor: first.doctor.name } })}
          showPriority
          cancelPath={onClose}
          save={save}
        />
      </Stack>
    </Dialog>
  );
}
