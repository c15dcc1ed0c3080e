// @bundle route
import { useShortcutKeys, useShortcutsOn } from '@konsil/api/shortcuts';
import { useNavigateFromHere } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { IconButton, SnoozeIcon, UnreadIcon } from '@konsil/ui';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { inboxTexts } from '../inbox/texts';
import type { Change } from '../shortcuts/triage';
import { useTriage } from '../inbox/use-triage';
import { paths } from '../paths';
import { useShortcut, type Shortcut } from '../shortcuts/shortcuts';
import { shortcutTexts } from '../shortcuts/texts';
import { frozenQueue, markAnsweredInQueue, unmarkInQueue } from '../queue/frozen-queue';
import { useQueue } from '../queue/use-queue';

const TriageDialogs = lazy(() =>
  import('../inbox/TriageDialogs').then((module) => ({ default: module.TriageDialogs })),
);

/** Puts an open case off until a day, or marks it unread; both go on to the next case, or to the inbox. */
export function CaseLater({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(inboxTexts);
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const { nextOther } = useQueue(theCase.id);
  const navigate = useNavigateFromHere();
  // Cases that were passed by here; one that was answered before stays done.
  const passed = useRef(new Set<string>());
  const comeBack = (ids: readonly string[]) =>
    ids.forEach((id) => {
      if (passed.current.delete(id)) unmarkInQueue(id);
    });
  const triage = useTriage(comeBack);
  const change = async (to: Change, text: string) => {
    if (!(await triage.change([theCase], to, text))) comeBack([theCase.id]);
  };
  // Leaves first: an open case counts as read.
  const goOn = () => {
    if (!frozenQueue()?.done.includes(theCase.id)) passed.current.add(theCase.id);
    markAnsweredInQueue(theCase.id);
    navigate(nextOther ? paths.case(nextOther) : paths.inbox);
  };
  const markUnread = () => {
    goOn();
    void change({ unread: true }, t('triage.said.unread', { count: 1 }));
  };
  const snooze = (until: string | null) => {
    setAsking(false);
    if (until) goOn();
    const text = until
      ? t('triage.said.later', { count: 1, day: format.day(until) })
      : t('triage.said.now', { count: 1 });
    void change({ snoozed_until: until }, text);
  };
  const later = theCase.turn === 'none' ? undefined : () => setAsking(true);
  useShortcut('later', later);
  useShortcut('unread', markUnread);
  return (
    <>
      {later && <Tool name="later" icon={<SnoozeIcon />} onClick={later} />}
      <Tool name="unread" icon={<UnreadIcon />} onClick={markUnread} />
      {asking && (
        <Suspense>
          <TriageDialogs
            asking={{ for: 'later', cases: [theCase] }}
            onClose={() => setAsking(false)}
            onSnooze={snooze}
          />
        </Suspense>
      )}
    </>
  );
}

/** A button with its key in its name, where shortcuts are on. */
function Tool({ name, icon, onClick }: { name: Shortcut; icon: ReactNode; onClick: () => void }) {
  const { t } = useTexts(shortcutTexts);
  const on = useShortcutsOn();
  const { page } = useShortcutKeys();
  const keys = [t('keys.alt'), t('keys.shift'), page[name].toUpperCase()].join('+');
  return (
    <IconButton icon={icon} label={on ? `${t(`names.${name}`)} (${keys})` : t(`names.${name}`)} onClick={onClick} />
  );
}
