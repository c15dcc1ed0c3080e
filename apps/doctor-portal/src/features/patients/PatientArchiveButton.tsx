import { useArchivePatientMutation, useRestorePatientMutation } from '@konsil/api/patients';
import { useAction } from '@konsil/common';
import type { Patient } from '@konsil/contracts/patients';
import { useTexts } from '@konsil/i18n';
import { ArchiveIcon, Button, ConfirmDialog, RestoreIcon } from '@konsil/ui';
import { useState } from 'react';
import { patientTexts } from './texts';

/** Archives a patient record for the doctor after a confirmation, with undo, or restores it. */
export function PatientArchiveButton({ patient }: { patient: Patient }) {
  const { t } = useTexts(patientTexts);
  const act = useAction();
  const [asking, setAsking] = useState(false);
  const [archive] = useArchivePatientMutation();
  const [restore] = useRestorePatientMutation();

  const { id } = patient;
  const unchanged = t('archive.unchanged');
  const bringBack = () => act(restore({ id }).unwrap(), { text: t('archive.restored'), unchanged });
  const putAway = () => {
    setAsking(false);
    void act(archive({ id }).unwrap(), {
      text: t('archive.done'),
      undo: () => restore({ id }).unwrap(),
      undone: t('archive.restored'),
      unchanged,
    });
  };
  if (patient.archived_at)
    return (
      <Button variant="quiet" size="small" icon={<RestoreIcon />} onClick={() => void bringBack()}>
        {t('archive.restore')}
      </Button>
    );
  return (
    <>
      <Button variant="quiet" size="small" icon={<ArchiveIcon />} onClick={() => setAsking(true)}>
        {t('archive.do')}
      </Button>
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
    </>
  );
}
