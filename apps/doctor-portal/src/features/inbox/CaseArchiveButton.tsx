import { useArchiveCaseMutation, useRestoreCaseMutation } from '@konsil/api/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { ArchiveIcon, Button, ConfirmDialog, RestoreIcon, useToast } from '@konsil/ui';
import { useState } from 'react';
import { inboxTexts } from './texts';

/** Moves a case to the doctor's archive after a question, with undo, or back. */
export function CaseArchiveButton({ theCase }: { theCase: CaseSummary }) {
  const { t } = useTexts(inboxTexts);
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [archive] = useArchiveCaseMutation();
  const [restore] = useRestoreCaseMutation();

  const failed = () => toast({ tone: 'danger', text: t('archive.failed') });
  const bringBack = () => restore({ id: theCase.id }).unwrap().then(() => toast({ text: t('archive.restored') }), failed);
  const putAway = async () => {
    setAsking(false);
    await archive({ id: theCase.id, version: theCase.version }).unwrap().then(
      () => toast({ text: t('archive.done'), action: { label: t('archive.undo'), onClick: () => void bringBack() } }),
      failed,
    );
  };
  if (theCase.archived_at) return <Button variant="quiet" icon={<RestoreIcon />} onClick={() => void bringBack()}>{t('archive.restore')}</Button>;
  return (
    <>
      <Button variant="quiet" icon={<ArchiveIcon />} onClick={() => setAsking(true)}>{t('archive.do')}</Button>
      <ConfirmDialog
        open={asking} title={t('archive.title')} confirmLabel={t('archive.confirm')} cancelLabel={t('archive.cancel')}
        onConfirm={() => void putAway()} onCancel={() => setAsking(false)}
      >
        {t('archive.text')}
      </ConfirmDialog>
    </>
  );
}
