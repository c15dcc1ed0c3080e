import { useArchiveDocumentMutation, useRestoreDocumentMutation } from '@konsil/api/documents';
import { useAct } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';

/** Moves documents into the archive, with undo, and back: all of them or none. Says how it went. */
export function useArchiving(files: readonly Pick<Document, 'id'>[]) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const act = useAct();
  const [archive, archiving] = useArchiveDocumentMutation();
  const [restore, restoring] = useRestoreDocumentMutation();

  const allOrNone = async (change: typeof archive, takeBack: typeof archive) => {
    const results = await Promise.allSettled(files.map(({ id }) => change(id).unwrap()));
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    await Promise.allSettled(files.filter((_, index) => results[index]?.status === 'fulfilled').map(({ id }) => takeBack(id).unwrap()));
    throw failed.reason;
  };
  const putBack = () => allOrNone(restore, archive);
  const restored = common('toasts.documentRestored');
  const unchanged = t('archive.unchanged');
  return {
    bringBack: () => void act(putBack(), { text: restored, unchanged }),
    putAway: () => void act(allOrNone(archive, restore), { text: common('toasts.documentArchived'), undo: putBack, undone: restored, unchanged }),
    archiving: archiving.isLoading,
    restoring: restoring.isLoading,
  };
}
