import { useAddTodoMutation } from '@konsil/api/todos';
import type { CaseSummary } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import type { NewTodo } from '@konsil/contracts/todos';
import { useCommon, useTexts } from '@konsil/i18n';
import { NewTodoForm } from '@konsil/todos';
import { Dialog, useToast } from '@konsil/ui';
import { useState } from 'react';
import { paths } from '../paths';
import { triageDialogTexts } from './dialogs/texts';

export interface TodoDialogProps {
  cases: readonly CaseSummary[];
  onClose: () => void;
  /** Called with the cases that have the ToDo now. */
  onAdded: (cases: readonly CaseSummary[]) => void;
}

const both = ['patient', 'doctor'] as const;
/** More names than these are counted only. */
const mostNames = 5;
const nameOf = ({ patient }: CaseSummary) => `${patient.last_name}, ${patient.first_name}`;

/** Writes one ToDo for a case, or the same one for each of several. After a failure only the remaining cases get it. */
export function TodoDialog({ cases, onClose, onAdded }: TodoDialogProps) {
  const { t: ask } = useTexts(triageDialogTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [add] = useAddTodoMutation();
  const [left, setLeft] = useState(cases);
  const [first] = cases;
  if (!first) return null;
  const single = cases.length === 1;
  const save = async (body: NewTodo) => {
    const added: CaseSummary[] = [];
    let path = '';
    try {
      for (const theCase of left) {
        const { id } = await add({ caseId: theCase.id, body }).unwrap();
        added.push(theCase);
        path = paths.editTodo(theCase, id);
      }
    } finally {
      setLeft(left.slice(added.length));
      if (added.length > 0) onAdded(added);
    }
    toast({
      text: ask('todoAdded', { count: cases.length }),
      link: single ? { label: ask('todoChange'), to: path } : { label: ask('todoList'), to: paths.todos },
    });
    onClose();
  };
  const names = [...new Set(left.map(nameOf))];
  const further = names.length - mostNames;
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={common('words.close')}
      title={single ? ask('todoFor', { name: nameOf(first) }) : ask('todoForCases', { count: left.length })}
      {...(!single && {
        description: [
          names.slice(0, mostNames).join('; '),
          ...(further > 0 ? [ask('todoNames', { count: further })] : []),
        ].join(' '),
      })}
    >
      <NewTodoForm
        caseId={first.id}
        assignees={both}
        {...(single && { names: { patient: fullName(first.patient), doctor: first.doctor.name } })}
        showPriority
        cancelPath={onClose}
        save={save}
      />
    </Dialog>
  );
}
