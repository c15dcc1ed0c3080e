import { problemOf } from '@konsil/api/problem';
import { useUpdateTodoMutation } from '@konsil/api/todos';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Todo } from '@konsil/contracts/todos';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { useRef } from 'react';
import { triageDialogTexts } from './dialogs/texts';
import { nameInList } from '../shortcuts/triage';

interface Written {
  theCase: CaseSummary;
  todo: Todo;
}

const isSettled = (code: string | undefined) => code === 'version_conflict' || code === 'not_allowed_now';
const namesOf = (those: readonly Written[]) => those.map(({ theCase }) => nameInList(theCase)).join('; ');

/** Takes back the ToDos that a dialog wrote, and says for whom it was too late; also after the dialog has closed. */
export const useTakeBackTodos = () => {
  const { t } = useTexts(triageDialogTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [update] = useUpdateTodoMutation();
  const open = useRef<Written[]>([]);
  const takeBack = async () => {
    // A second press finds nothing to do.
    const those = open.current.splice(0);
    if (those.length === 0) return;
    const late: Written[] = [];
    const failed: (Written & { error: unknown })[] = [];
    for (const written of those) {
      const { id, version } = written.todo;
      try {
        await update({ id, body: { dropped: true, version } }).unwrap();
      } catch (error) {
        if (isSettled(problemOf(error).code)) late.push(written);
        else failed.push({ ...written, error });
      }
    }
    open.current.push(...failed);
    const count = those.length - late.length - failed.length;
    const [first] = failed;
    toast({
      ...((late.length > 0 || first) && { tone: 'danger' as const }),
      text: [
        ...(count > 0 ? [t('todoBack', { count })] : []),
        ...(late.length > 0 ? [t('todoStays', { names: namesOf(late) })] : []),
        ...(first ? [problemText(common, problemOf(first.error)), t('notBack', { names: namesOf(failed) })] : []),
      ].join(' '),
      ...(first && { action: { label: common('words.retry'), onClick: () => void takeBack() } }),
    });
  };
  return {
    note: (theCase: CaseSummary, todo: Todo) => void open.current.push({ theCase, todo }),
    takeBack: () => void takeBack(),
  };
};
