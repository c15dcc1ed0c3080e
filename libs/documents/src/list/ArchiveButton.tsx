import { useArchiveDocumentMutation, useRestoreDocumentMutation } from '@konsil/api/documents';
import { useAct } from '@konsil/common';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { ArchiveIcon, ConfirmDialog, IconButton, RestoreIcon } from '@konsil/ui';
import { useState } from 'react';
import { useKindWords } from '../kind-words';
import { documentTexts } from '../texts';

/** Archives after a question, with undo; restores at once. Only who uploaded a document has it. */
export function ArchiveButton({ document }: { document: Document }) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const { fullNameOf } = useKindWords();
  const act = useAct();
  const [asking, setAsking] = useState<boolean>();
  const [archive, archiving] = useArchiveDocumentMutation();
  const [restore, restoring] = useRestoreDocumentMutation();
  if (!document.uploaded_by.mine) return null;

  const restored = common('toasts.documentRestored');
  const unchanged = t('archive.unchanged');
  const bringBack = () => act(restore(document.id).unwrap(), { text: restored, unchanged });
  const putAway = () => {
    setAsking(false);
    void act(archive(document.id).unwrap(), { text: common('toasts.documentArchived'), undo: () => restore(document.id).unwrap(), undone: restored, unchanged });
  };
  if (document.archived_at) {
    return <IconButton label={t('archive.restore')} of={fullNameOf(document)} icon={<RestoreIcon />} aria-busy={restoring.isLoading} onClick={() => void bringBack()} />;
  }
  return (
    <>
      <IconButton label={t('archive.do')} of={fullNameOf(document)} icon={<ArchiveIcon />} aria-busy={archiving.isLoading} onClick={() => setAsking(true)} />
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={t('archive.title')}
          confirmLabel={t('archive.confirm')}
          cancelLabel={t('archive.cancel')}
          onConfirm={putAway}
          onCancel={() => setAsking(false)}
        >
          {t('archive.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
