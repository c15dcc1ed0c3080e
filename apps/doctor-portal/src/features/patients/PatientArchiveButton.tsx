import { useArchivePatientMutation, useRestorePatientMutation } from '@konsil/api/patients';
import type { Patient } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { ArchiveIcon, Button, ConfirmDialog, RestoreIcon, useToast } from '@konsil/ui';
import { useState } from 'react';
import { patientTexts } from './texts';

/** Moves a patient record to the doctor's own archive after a question, with undo, or back. */
export function PatientArchiveButton({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientTexts);
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [archive] = useArchivePatientMutation();
  const [restore] = useRestorePatientMutation();

  const failed = () => toast({ tone: 'danger', text: t('archive.failed') });
  const bringBack = () => restore({ id: patient.id }).unwrap().then(() => toast({ text: t('archive.restored') }), failed);
  const putAway = async () => {
    setAsking(false);
    await archive({ id: patient.id }).unwrap().then(
      () => toast({ text: t('archive.done'), action: { label: t('archive.undo'), onClick: () => void bringBack() } }),
      failed,
    );
  };
  if (patient.archived_at) return <Button variant="quiet" size="small" icon={<RestoreIcon />} onClick={() => void bringBack()}>{t('archive.restore')}</Button>;
  return (
    <>
      <Button variant="quiet" size="small" icon={<ArchiveIcon />} onClick={() => setAsking(true)}>{t('archive.do')}</Button>
      <ConfirmDialog
        open={asking} title={t('archive.title')} confirmLabel={t('archive.confirm')} cancelLabel={t('archive.cancel')}
        onConfirm={() => void putAway()} onCancel={() => setAsking(false)}
      >
        {t('archive.text')}
      </ConfirmDialog>
    </>
  );
}
