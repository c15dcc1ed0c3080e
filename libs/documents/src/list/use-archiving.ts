import { useArchiveDocumentMutation, useRestoreDocumentMutation } from '@konsil/api/documents';
import { useAct } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { documentTexts } from '../texts';

/** Moves a document into the archive, with undo, and back; says how it went. */
export function useArchiving({ id }: Pick<Document, 'id'>) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const act = useAct();
  const [archive, archiving] = useArchiveDocumentMutation();
  const [restore, restoring] = useRestoreDocumentMutation();

  const restored = common('toasts.documentRestored');
  const unchanged = t('archive.unchanged');
  const bringBack = () => void act(restore(id).unwrap(), { text: restored, unchanged });
  const putAway = () => void act(archive(id).unwrap(), { text: common('toasts.documentArchived'), undo: () => restore(id).unwrap(), undone: restored, unchanged });
  return { putAway, bringBack, archiving: archiving.isLoading, restoring: restoring.isLoading };
}
