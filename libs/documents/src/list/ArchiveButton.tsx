// @bundle route
import { useArchiveQuestion } from '@konsil/common';
import type { Files } from '@konsil/contracts/examinations';
import { useTexts } from '@konsil/i18n';
import { ArchiveIcon, ConfirmDialog, IconButton, RestoreIcon } from '@konsil/ui';
import { useState } from 'react';
import { useExaminationWords } from '../examination-words';
import { documentTexts } from '../texts';
import { useArchiving } from './use-archiving';

interface ArchiveButtonProps {
  /** Files archived together. */
  files: Files;
  /** The other side, whose lists lose the document once it was sent. */
  otherSide: string;
}

/** Only the uploader archives a document. */
export const mayArchive = (files: Files): boolean => files.every((file) => file.uploaded_by.mine);

/** Archives after a confirmation, with undo; restores at once. */
export function ArchiveButton({ files, otherSide }: ArchiveButtonProps) {
  const { t } = useTexts(documentTexts);
  const archiveQuestion = useArchiveQuestion();
  const { entryName } = useExaminationWords();
  const [asking, setAsking] = useState<boolean>();
  const { putAway, bringBack, archiving, restoring } = useArchiving(files);
  if (!mayArchive(files)) return null;

  const name = entryName(files);
  if (files[0].archived_at) {
    return (
      <IconButton
        label={t('archive.restore')}
        of={name}
        icon={<RestoreIcon />}
        aria-busy={restoring}
        onClick={bringBack}
      />
    );
  }
  const sent = files.some(({ sent_at }) => sent_at);
  const question = () => archiveQuestion({ count: files.length, sent, otherSide }) ?? t('archive.text');
  return (
    <>
      <IconButton
        label={t('archive.do')}
        of={name}
        icon={<ArchiveIcon />}
        aria-busy={archiving}
        onClick={() => setAsking(true)}
      />
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
          {question()}
        </ConfirmDialog>
      )}
    </>
  );
}
