import type { CaseSummary } from '@konsil/contracts/cases';
import { priorities } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import {
  CheckIcon,
  ClinicIcon,
  IconButton,
  Menu,
  MoreIcon,
  PriorityHighIcon,
  PriorityLowIcon,
  PriorityNormalIcon,
  LessIcon,
  PutAwayIcon,
  RestoreIcon,
  SnoozeIcon,
  TodosIcon,
  UnreadIcon,
  type MenuEntry,
} from '@konsil/ui';
import { inboxTexts } from './texts';
import { areArchived, areUnread, type TriageAct } from '../shortcuts/triage';

export interface RowMenuProps {
  theCase: CaseSummary;
  isMarked: boolean;
  /** True if the doctor can pass cases on. */
  passes: boolean;
  onAct: (act: TriageAct) => void;
}

const icons = {
  high: <PriorityHighIcon />,
  normal: <PriorityNormalIcon />,
  low: <PriorityLowIcon />,
  undefined: <LessIcon />,
};

/** A menu with the actions on one row, for touch and mouse. */
export function RowMenu({ theCase, isMarked, passes, onAct }: RowMenuProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const archived = areArchived([theCase]);
  const items: MenuEntry[] = [
    ...priorities
      .filter((level) => level !== theCase.priority)
      .map((level) => ({
        icon: icons[level],
        label: t('triage.priorityTo', { priority: common(`codes.priority.${level}`) }),
        onSelect: () => onAct(level),
      })),
    {
      label: t(archived ? 'triage.restore' : 'triage.done'),
      icon: archived ? <RestoreIcon /> : <PutAwayIcon />,
      onSelect: () => onAct('done'),
    },
    {
      label: t(areUnread([theCase]) ? 'triage.read' : 'triage.unread'),
      icon: <UnreadIcon />,
      onSelect: () => onAct('unread'),
    },
    ...(theCase.turn === 'none'
      ? []
      : [{ label: t('triage.later'), icon: <SnoozeIcon />, onSelect: () => onAct('later') }]),
    { label: t('triage.todo'), icon: <TodosIcon />, onSelect: () => onAct('todo') },
    ...(passes && theCase.turn !== 'none'
      ? [{ label: t('triage.pass'), icon: <ClinicIcon />, onSelect: () => onAct('pass') }]
      : []),
    { label: t(isMarked ? 'triage.unmark' : 'triage.mark'), icon: <CheckIcon />, onSelect: () => onAct('mark') },
  ];
  return (
    <Menu
      defaultOpen
      items={items}
      trigger={
        <IconButton
          label={t('triage.more')}
          of={`${theCase.patient.last_name}, ${theCase.patient.first_name}`}
          icon={<MoreIcon />}
        />
      }
    />
  );
}
