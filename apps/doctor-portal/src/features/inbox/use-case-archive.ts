import { useArchiveCaseMutation, useRestoreCaseMutation } from '@konsil/api/cases';
import { useAction } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { inboxTexts } from './texts';

/** Archives a case for the doctor, with undo, or restores it; reports success or failure. */
export const useCaseArchive = ({ id, version }: Pick<CaseSummary, 'id' | 'version'>) => {
  const { t } = useTexts(inboxTexts);
  const act = useAction();
  const [archive] = useArchiveCaseMutation();
  const [restore] = useRestoreCaseMutation();
  const restored = t('archive.restored');
  const unchanged = t('archive.unchanged');
  return {
    bringBack: () => void act(restore({ id }).unwrap(), { text: restored, unchanged }),
    putAway: () =>
      void act(archive({ id, version }).unwrap(), {
        text: t('archive.done'),
        undo: () => restore({ id }).unwrap(),
        undone: restored,
        unchanged,
      }),
  };
};
