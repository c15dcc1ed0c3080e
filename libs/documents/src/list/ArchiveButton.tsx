import type { Document } from '@konsil/contracts/documents';
import { useCommon, useTexts } from '@konsil/i18n';
import { ArchiveIcon, ConfirmDialog, IconButton, RestoreIcon } from '@konsil/ui';
import { useState } from 'react';
import { useKindWords } from '../kind-words';
import { documentTexts } from '../texts';
import { useArchiving } from './use-archiving';

interface ArchiveButtonProps {
  document: Document;
  /** Whose lists it leaves, too, once it was sent. */
  otherSide: string;
}

/** Archives after a question, with undo; restores at once. Only who uploaded a document has it. */
export function ArchiveButton({ document, otherSide }: ArchiveButtonProps) {
  const { t } = useTexts(documentTexts);
  const { t: common } = useCommon();
  const { fullNameOf } = useKindWords();
  const [asking, setAsking] = useState<boolean>();
  const { putAway, bringBack, archiving, restoring } = useArchiving(document);
  if (!document.uploaded_by.mine) return null;

  if (document.archived_at) {
    return <IconButton label={t('archive.restore')} of={fullNameOf(document)} icon={<RestoreIcon />} aria-busy={restoring} onClick={bringBack} />;
  }
  return (
    <>
      <IconButton label={t('archive.do')} of={fullNameOf(document)} icon={<ArchiveIcon />} aria-busy={archiving} onClick={() => setAsking(true)} />
      {asking !== undefined && (
        <ConfirmDialog
          open={asking}
          title={t('archive.title')}
          confirmLabel={t('archive.confirm')}
          cancelLabel={t('archive.cancel')}
          onConfirm={() => {
            setAsking(false);
            putAway();
          }}
          onCancel={() => setAsking(false)}
        >
          {document.sent_at ? common('archiveSentQuestion', { name: otherSide }) : t('archive.text')}
        </ConfirmDialog>
      )}
    </>
  );
}
