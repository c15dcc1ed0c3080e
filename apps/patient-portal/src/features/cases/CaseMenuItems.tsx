import { useState } from 'react';
import type { ReactElement } from 'react';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  ArchiveIcon,
  ConfirmDialog,
  DoneIcon,
  DownloadIcon,
  EditIcon,
  EpicrisisIcon,
  Menu,
  RestoreIcon,
  UndoIcon,
} from '@konsil/ui';
import type { MenuEntry } from '@konsil/ui';
import { paths } from '../paths.ts';
import { useCaseActions } from './case-actions.ts';
import { doctorReadsMessages } from './place-of.ts';
import { casePageTexts } from './texts.ts';

type Question = 'archive' | 'close';

/** The open menu of a case, with its confirmation dialogs. */
export function CaseMenuItems({ theCase, trigger }: { theCase: ProcessOverview; trigger: ReactElement }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const actions = useCaseActions(theCase);
  const [asking, setAsking] = useState<Question | null>(null);
  const { id, status, archived_at, case_name: name } = theCase;

  const ofOwner: MenuEntry[] = [
    { label: t('page.summary'), icon: <EpicrisisIcon />, to: paths.epicrisis(theCase.patient.id) },
    { label: t('page.takeAway'), icon: <DownloadIcon />, to: paths.takeCaseAway(id) },
    ...(status === 'answered'
      ? [{ label: t('page.close'), icon: <DoneIcon />, onSelect: () => setAsking('close') }]
      : []),
    ...(status === 'closed'
      ? [{ label: t('page.reopen'), icon: <UndoIcon />, onSelect: () => void actions.reopen() }]
      : []),
    archived_at
      ? { label: t('page.restore'), icon: <RestoreIcon />, onSelect: () => void actions.restore() }
      : { label: t('page.archive'), icon: <ArchiveIcon />, onSelect: () => setAsking('archive') },
  ];
  const items: MenuEntry[] = [
    { label: t('page.forms'), icon: <EditIcon />, to: paths.caseForms(id) },
    { label: t(status === 'draft' ? 'page.editDraft' : 'page.edit'), icon: <EditIcon />, to: paths.editCase(id) },
    ...(theCase.acting ? [] : ofOwner),
  ];
  const confirm = () => {
    if (asking) void actions[asking]();
    setAsking(null);
  };
  return (
    <>
      <Menu trigger={trigger} items={items} defaultOpen />
      <ConfirmDialog
        open={asking !== null}
        onCancel={() => setAsking(null)}
        onConfirm={confirm}
        cancelLabel={common('words.cancel')}
        title={t(asking === 'close' ? 'page.closeTitle' : 'page.archiveTitle', { case: name })}
        confirmLabel={t(asking === 'close' ? 'page.close' : 'page.archive')}
      >
        {asking === 'close'
          ? t('page.closeText')
          : doctorReadsMessages(theCase)
            ? t('page.archiveSent', { doctor: shortDoctorName(theCase.doctor.name) })
            : common('archiveQuestion')}
      </ConfirmDialog>
    </>
  );
}
