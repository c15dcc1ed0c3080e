// @bundle route
import { useState } from 'react';
import { later, Button, HandOverIcon } from '@konsil/ui';
import type { ButtonProps } from '@konsil/ui';
import { shortDoctorName } from '@konsil/cases';
import { useTexts } from '@konsil/i18n';
import type { HandOverDialogProps } from './HandOverDialog.tsx';
import { casePageTexts } from './texts.ts';

const HandOverDialog = later(() => import('./HandOverDialog.tsx').then((m) => m.HandOverDialog));

/** Hands the case over to another doctor, with a separate consent. */
export function HandOver({
  theCase,
  doctor,
  variant = 'secondary',
}: Pick<HandOverDialogProps, 'theCase'> & Partial<Pick<HandOverDialogProps, 'doctor'>> & Pick<ButtonProps, 'variant'>) {
  const { t } = useTexts(casePageTexts);
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant={variant} icon={<HandOverIcon />} onClick={() => setOpen(true)}>
        {doctor ? t('page.handover', { doctor: shortDoctorName(doctor.name) }) : t('page.handoverChoose')}
      </Button>
      {open !== undefined && (
        <HandOverDialog theCase={theCase} doctor={doctor} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
