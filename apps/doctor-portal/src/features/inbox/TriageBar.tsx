import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import type { CaseSummary } from '@konsil/contracts/cases';
import { priorities } from '@konsil/contracts/codes';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Kbd, PriorityMark } from '@konsil/ui';
import { Acts, BarName } from './inbox-parts';
import { inboxTexts } from './texts';
import { areArchived, areUnread, listKeys, type TriageAct } from '../shortcuts/triage';

export interface TriageBarProps {
  /** The marked cases, or the selected one. */
  targets: readonly CaseSummary[];
  /** The number of marked cases. */
  marked: number;
  /** True if the case can be put off: somebody must act in it. */
  onAct: (act: TriageAct) => void;
  /** True if the doctor can pass cases on. */
  passes: boolean;
  onClear: () => void;
}

/** The actions on the marked cases or on the selected one, with their keys. Always visible, so that nothing moves. */
export function TriageBar({ targets, marked, passes, onAct, onClear }: TriageBarProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const on = useShortcutsOn();
  const { list } = useShortcutKeys();
  const [first] = targets;
  if (!first) return null;
  const key = (act: TriageAct) => on && <Kbd aria-hidden="true">{list[act].toUpperCase()}</Kbd>;
  const open = targets.every(({ turn }) => turn !== 'none');
  const button = (act: TriageAct, label: string) => (
    <Button variant="quiet" size="small" onClick={() => onAct(act)}>
      {label} {key(act)}
    </Button>
  );
  return (
    <Acts data-list-bar role="group" aria-label={t('triage.label')}>
      <BarName>
        {marked > 0 ? t('triage.marked', { count: marked }) : `${first.patient.last_name}, ${first.patient.first_name}`}
      </BarName>
      <span>
        {priorities.map((level) => (
          <Button key={level} variant="quiet" size="small" onClick={() => onAct(level)}>
            {key(level)}
            <PriorityMark level={level} label={common(`codes.priority.${level}`)} />
          </Button>
        ))}
      </span>
      <span>
        {button('done', t(areArchived(targets) ? 'triage.restore' : 'triage.done'))}
        {button('unread', t(areUnread(targets) ? 'triage.read' : 'triage.unread'))}
        {open && button('later', t('triage.later'))}
        {button('todo', t('triage.todo'))}
        {passes && open && button('pass', t('triage.pass'))}
      </span>
      {marked > 0 ? (
        <Button variant="quiet" size="small" onClick={onClear}>
          {t('triage.clear')} {on && <Kbd aria-hidden="true">{listKeys.clear}</Kbd>}
        </Button>
      ) : (
        button('mark', t('triage.mark'))
      )}
    </Acts>
  );
}
