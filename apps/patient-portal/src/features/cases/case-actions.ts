import {
  useArchiveCaseMutation,
  useCloseCaseMutation,
  useReopenCaseMutation,
  useRestoreCaseMutation,
} from '@konsil/api/cases';
import { useAction } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { casePageTexts } from './texts.ts';

/** One-click actions on a whole case, with a toast and undo. */
export const useCaseActions = ({ id, version }: Pick<CaseSummary, 'id' | 'version'>) => {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const [archive] = useArchiveCaseMutation();
  const [restore] = useRestoreCaseMutation();
  const [close] = useCloseCaseMutation();
  const [reopen] = useReopenCaseMutation();
  return {
    archive: () =>
      act(archive({ id, version }).unwrap(), { text: common('toasts.archived'), undo: () => restore({ id }).unwrap() }),
    restore: () => act(restore({ id, version }).unwrap(), { text: common('toasts.restored') }),
    close: () =>
      act(close({ id, version }).unwrap(), {
        text: t('page.closed'),
        undo: () => reopen({ id }).unwrap(),
        undone: t('page.reopened'),
      }),
    reopen: () => act(reopen({ id, version }).unwrap(), { text: t('page.reopened') }),
  };
};
