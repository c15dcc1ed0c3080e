import type { CaseSummary } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, MoreIcon, VisuallyHidden } from '@konsil/ui';
import { lazy, Suspense, useState } from 'react';
import type { RowMenuProps } from './RowMenu';
import { inboxTexts } from './texts';

const RowMenu = lazy(() => import('./RowMenu').then((module) => ({ default: module.RowMenu })));

function Place({ theCase: { patient }, onClick }: { theCase: CaseSummary; onClick: () => void }) {
  const { t } = useTexts(inboxTexts);
  return (
    <Button variant="quiet" size="small" icon={<MoreIcon />} onClick={onClick}>
      <VisuallyHidden>
        {t('triage.more')}: {patient.last_name}, {patient.first_name}
      </VisuallyHidden>
    </Button>
  );
}

/** The button of a row's menu, whose code loads on the first press. */
export function RowMenuPlace(props: RowMenuProps) {
  const [wanted, setWanted] = useState(false);
  const button = <Place theCase={props.theCase} onClick={() => setWanted(true)} />;
  return wanted ? (
    <Suspense fallback={button}>
      <RowMenu {...props} />
    </Suspense>
  ) : (
    button
  );
}
