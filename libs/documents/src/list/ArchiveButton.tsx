import { useArchiveDocumentMutation, useRestoreDocumentMutation } from '@konsil/api/documents';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { ArchiveIcon, ConfirmDialog, IconButton, RestoreIcon, useToast } from '@konsil/ui';
import { useState } from 'react';
import { useKindWords } from '../kind-words';
import { documentTexts } from '../texts';

/** Archives after a question, with undo; restores at once. Only who uploaded a document has it. */
export function ArchiveButton({ document }: { document: Document }) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const { fullNameOf } = useKindWords();
  const toast = useToast();
  const [asking, setAsking] = useState<boolean>();
  const [archive, archiving] = useArchiveDocumentMutation();
  const [restore, restoring] = useRestoreDocumentMutation();
  if (!document.uploaded_by.mine) return null;

  const failed = () => toast({ tone: 'danger', text: t('archive.failed') });
  const bringBack = () => restore(document.id).unwrap().then(() => toast({ text: common('toasts.documentRestored') }), failed);
  const putAway = async () => {
    setAsking(false);
    await archive(document.id).unwrap().then(
      () => toast({ text: common('toasts.documentArchived'), action: { label: t('archive.undo'), onClick: () => void bringBack() } }),
      failed,
    );
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
          onConfirm={() => void putAway()}
          onCancel={() => setAsking(false)}
        >
          {t('archive.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
