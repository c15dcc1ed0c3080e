// @bundle route
import { useState } from 'react';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, later } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

const ShareAgainDialog = later(() => import('./ShareAgainDialog.tsx').then((m) => m.ShareAgainDialog));

/** Shares a case with its doctor again after a withdrawal, with a new consent. */
export function ShareAgain({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {t('page.share', { doctor: shortDoctorName(theCase.doctor.name) })}
      </Button>
      {open !== undefined && <ShareAgainDialog theCase={theCase} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
