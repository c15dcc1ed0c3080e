// @bundle route
import { useState } from 'react';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, later, MoreIcon, useTightRoom, VisuallyHidden } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

const CaseMenuItems = later(() => import('./CaseMenuItems.tsx').then((m) => m.CaseMenuItems));

/** Rarely used actions on a case, whose code loads on the first press. */
export function CaseMenu({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const [wanted, setWanted] = useState(false);
  const tight = useTightRoom();
  const words = tight ? <VisuallyHidden>{t('page.more')}</VisuallyHidden> : t('page.more');
  const button = (
    <Button variant="quiet" size="small" icon={<MoreIcon />} aria-haspopup="menu" onClick={() => setWanted(true)}>
      {words}
    </Button>
  );
  return wanted ? <CaseMenuItems theCase={theCase} trigger={button} meanwhile={button} /> : button;
}
